import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import { findTask } from '../../domain/catalog/find-task.ts'
import { type FilmAsk, type Filmable, planFilm } from '../../domain/conversation/plan-film.ts'
import type { GivenImage } from '../../domain/images/request.ts'
import { type GivenImageFailure, type ImageSource, loadGivenImage } from '../gateway/given-image.ts'
import type { Clock } from '../ports/clock.ts'
import type { UrlFetcher } from '../ports/url-fetcher.ts'
import type { ThreadFailure } from './find-open-conversation.ts'
import { type Errand, findThread, type FindThreadDeps } from './find-thread.ts'
import type { Thread } from './keep-exchange.ts'
import { unacceptable, type UnacceptableField } from './turn-failure.ts'

export interface PlanVideoGenerationDeps extends FindThreadDeps {
  readonly catalog: Catalog
  readonly urls: UrlFetcher
  readonly clock: Clock
}

export interface VideoErrand extends Pick<Errand, 'userId' | 'conversationId'> {
  readonly task: string
  readonly ask: FilmAsk<ImageSource>
}

/** A film about which everything is decided but its money. */
export interface PlannedFilm extends Filmable<ImageSource> {
  readonly thread: Thread
  readonly firstFrame: GivenImage | null
  /** Milliseconds since the epoch. */
  readonly askedAtMs: number
}

export type VideoErrandFailure =
  | ThreadFailure
  | { readonly tag: 'not_a_video_task' }
  | UnacceptableField
  | GivenImageFailure

/** Where the caller said what the plan refuses; what the caller did not say is of the task. */
const placeOf =
  ({ seconds, size, firstFrame, parameters }: FilmAsk<ImageSource>) =>
  (param: string): readonly string[] => {
    const [name = ''] = param.split('.')
    if (name in parameters) return ['parameters', name]
    if (name === 'input_reference' && firstFrame !== null) return [firstFrame.param.split('.')[0] ?? '']
    const isSaid = (name === 'seconds' && seconds !== null) || (name === 'size' && size !== null)
    return [isSaid ? name : 'task']
  }

/** Decides what is filmed, where it goes and what it costs, and fetches the first frame if there is one. */
export const planVideoGeneration =
  (deps: PlanVideoGenerationDeps) =>
  async ({ userId, conversationId, task, ask }: VideoErrand): Promise<Either<VideoErrandFailure, PlannedFilm>> => {
    const askedAtMs = deps.clock.now()
    const found = findTask(deps.catalog, task)
    if (isLeft(found)) return found
    const filmable = planFilm(found.right, ask)
    if (isLeft(filmable)) {
      const refusal = filmable.left
      return left(refusal.tag === 'not_a_video_task' ? refusal : unacceptable(refusal, placeOf(ask)))
    }
    const { prompt, firstFrame: source } = ask
    const thread = await findThread(deps)({ userId, conversationId, prompt }, found.right.model, askedAtMs)
    if (isLeft(thread)) return thread
    const film = { ...filmable.right, thread: thread.right, askedAtMs }
    if (source === null) return right({ ...film, firstFrame: null })
    const firstFrame = await loadGivenImage(deps.urls)(source)
    return isLeft(firstFrame) ? firstFrame : right({ ...film, firstFrame: firstFrame.right })
  }
