import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import { findTask } from '../../../domain/catalog/find-task.ts'
import { planVideoTask } from '../../../domain/conversation/plan-video-task.ts'
import type { VideoGenerationParams, VideoTaskPlan } from '../../../domain/conversation/plan-video-task.ts'
import type { InputImage } from '../../../domain/images/request.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import { loadInputImage } from '../../media/input-image.ts'
import type { InputImageFailure, ImageSource } from '../../media/input-image.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { UrlFetcher } from '../../ports/media/url-fetcher.ts'
import type { ThreadFailure } from '../../../domain/conversation/conversation.ts'
import { findThread } from '../generations/find-thread.ts'
import type { GenerationRequest, FindThreadDeps } from '../generations/find-thread.ts'
import type { Thread } from '../turns/store-turn.ts'
import { unacceptable } from '../turns/turn-failure.ts'
import type { UnacceptableField } from '../turns/turn-failure.ts'

export interface PlanVideoGenerationDeps extends FindThreadDeps {
  readonly catalog: Catalog
  readonly urls: UrlFetcher
  readonly clock: Clock
}

export interface VideoGenerationRequest extends Pick<GenerationRequest, 'userId' | 'conversationId'> {
  readonly task: string
  readonly ask: VideoGenerationParams<ImageSource>
  /** Where the first frame goes while it is in memory; absent, it is not counted. */
  readonly memory?: HeldMemory | undefined
}

/** A video about which everything is decided but its money. */
export interface PreparedVideo extends VideoTaskPlan<ImageSource> {
  readonly thread: Thread
  readonly firstFrame: InputImage | null
  /** The field of the caller's request that a provider calls `param`. */
  readonly fieldPathOf: (param: string) => readonly string[]
  /** Milliseconds since the epoch. */
  readonly askedAtMs: number
}

type VideoGenerationFailure =
  | ThreadFailure
  | { readonly tag: 'not_a_video_task' }
  | UnacceptableField
  | InputImageFailure

/** The field of the request that holds the refused value. A value that the caller did not send belongs to the task. */
const fieldPathIn =
  ({ seconds, size, firstFrame, parameters }: VideoGenerationParams<ImageSource>) =>
  (param: string): readonly string[] => {
    const [name = ''] = param.split('.')
    if (name in parameters) return ['parameters', name]
    if (name === 'input_reference' && firstFrame !== null) return [firstFrame.param.split('.')[0] ?? '']
    const isSent = (name === 'seconds' && seconds !== null) || (name === 'size' && size !== null)
    return [isSent ? name : 'task']
  }

/** Decides the video, its conversation and its price, and fetches the first frame if the caller sent one. */
export const planVideoGeneration =
  (deps: PlanVideoGenerationDeps) =>
  async ({
    userId,
    conversationId,
    task,
    ask,
    memory,
  }: VideoGenerationRequest): Promise<Either<VideoGenerationFailure, PreparedVideo>> => {
    const askedAtMs = deps.clock.now()
    const found = findTask(deps.catalog, task)
    if (isLeft(found)) return found
    const fieldPathOf = fieldPathIn(ask)
    const plannable = planVideoTask(found.right, ask)
    if (isLeft(plannable)) {
      const refusal = plannable.left
      return left(refusal.tag === 'not_a_video_task' ? refusal : unacceptable(refusal, fieldPathOf))
    }
    const { prompt, firstFrame: source } = ask
    const thread = await findThread(deps)({ userId, conversationId, prompt }, found.right.model, askedAtMs)
    if (isLeft(thread)) return thread
    const video = { ...plannable.right, thread: thread.right, fieldPathOf, askedAtMs }
    if (source === null) return right({ ...video, firstFrame: null })
    const firstFrame = await loadInputImage(deps.urls, memory)(source)
    return isLeft(firstFrame) ? firstFrame : right({ ...video, firstFrame: firstFrame.right })
  }
