import type { VideoRequest } from '../../../domain/video/request.ts'

/** What the sandbox must know to make a video. */
export interface SandboxVideo {
  readonly prompt: string
  readonly width: number
  readonly height: number
  readonly seconds: number
}

/** The prompt only chooses a colour. */
const PROMPT_CHARACTERS = 64
const MAX_SIDE_PX = 1920

const SIDES = { '720p': [1280, 720], '1080p': [1920, 1080] } as const

const pixelsOf = ({ size, aspectRatio, resolution }: VideoRequest): Pick<SandboxVideo, 'width' | 'height'> => {
  const [width = 0, height = 0] = (size ?? '').split('x').map(Number)
  if (width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE_PX) return { width, height }
  const [long, short] = SIDES[resolution]
  if (aspectRatio === '1:1') return { width: short, height: short }
  return aspectRatio === '16:9' ? { width: long, height: short } : { width: short, height: long }
}

/** The whole job in its own name. */
export const jobNameOf = (operationId: string, request: VideoRequest): string => {
  const prompt = Array.from(request.prompt).slice(0, PROMPT_CHARACTERS).join('')
  const video: SandboxVideo = { prompt, ...pixelsOf(request), seconds: request.seconds }
  return `${operationId}.${Buffer.from(JSON.stringify(video)).toString('base64url')}`
}

const isSandboxVideo = (value: unknown): value is SandboxVideo => {
  const video = value as Partial<SandboxVideo> | null
  return (
    typeof video?.prompt === 'string' &&
    [video.width, video.height, video.seconds].every((each) => typeof each === 'number' && each > 0)
  )
}

/** Null when the name is not one of ours. */
export const parseJobName = (name: string): SandboxVideo | null => {
  try {
    const video: unknown = JSON.parse(Buffer.from(name.split('.')[1] ?? '', 'base64url').toString())
    return isSandboxVideo(video) ? video : null
  } catch {
    return null
  }
}
