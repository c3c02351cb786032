import type { VideoRequest } from '../../../domain/video/request.ts'

/** What the sandbox must know to make a film. */
export interface SandboxFilm {
  readonly prompt: string
  readonly width: number
  readonly height: number
  readonly seconds: number
}

/** The prompt only chooses a colour. */
const PROMPT_CHARACTERS = 64
const LONGEST_SIDE_PX = 1920

const SIDES = { '720p': [1280, 720], '1080p': [1920, 1080] } as const

const pixelsOf = ({ size, aspectRatio, resolution }: VideoRequest): Pick<SandboxFilm, 'width' | 'height'> => {
  const [width = 0, height = 0] = (size ?? '').split('x').map(Number)
  if (width > 0 && height > 0 && Math.max(width, height) <= LONGEST_SIDE_PX) return { width, height }
  const [long, short] = SIDES[resolution]
  if (aspectRatio === '1:1') return { width: short, height: short }
  return aspectRatio === '16:9' ? { width: long, height: short } : { width: short, height: long }
}

/** The whole job in its own name. */
export const jobNameOf = (operationId: string, request: VideoRequest): string => {
  const prompt = Array.from(request.prompt).slice(0, PROMPT_CHARACTERS).join('')
  const film: SandboxFilm = { prompt, ...pixelsOf(request), seconds: request.seconds }
  return `${operationId}.${Buffer.from(JSON.stringify(film)).toString('base64url')}`
}

const isFilm = (value: unknown): value is SandboxFilm => {
  const film = value as Partial<SandboxFilm> | null
  return (
    typeof film?.prompt === 'string' &&
    [film.width, film.height, film.seconds].every((each) => typeof each === 'number' && each > 0)
  )
}

/** Null when the name is not one of ours. */
export const parseJobName = (name: string): SandboxFilm | null => {
  try {
    const film: unknown = JSON.parse(Buffer.from(name.split('.')[1] ?? '', 'base64url').toString())
    return isFilm(film) ? film : null
  } catch {
    return null
  }
}
