import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { FoundTask } from '../catalog/find-task.ts'
import { priceOfTask } from '../catalog/task.ts'
import { type UnsupportedParameter, unsupportedParameter } from '../chat/unsupported-parameter.ts'
import { planVideo, type VideoAsk, type VideoPlan, type VideoPlanFailure } from '../video/plan.ts'
import { type Parameters, planNoDearer } from './no-dearer.ts'

/** What a user wants filmed. Null: the caller did not say. */
export interface FilmAsk<F> {
  readonly prompt: string
  readonly seconds: number | null
  readonly size: string | null
  readonly firstFrame: F | null
  /** Over those of the task, as long as they make nothing dearer. */
  readonly parameters: Parameters
}

/** A film that will be made as the plan says. */
export interface Filmable<F> {
  readonly ask: VideoAsk<F>
  readonly plan: VideoPlan
  /** Micro-tokens, > 0. */
  readonly priceMicro: bigint
}

export interface NotAVideoTask {
  readonly tag: 'not_a_video_task'
}

/** What is said elsewhere in the request, or is not the caller's to say. */
const NO_PARAMETERS: ReadonlySet<string> = new Set(['model', 'prompt', 'seconds', 'size', 'image', 'input_reference'])

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const wordOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const videoAskOf = <F>(model: string, { prompt, firstFrame }: FilmAsk<F>, fields: Parameters): VideoAsk<F> => {
  const { seconds, size, generate_audio: audio, seed, negative_prompt: negative, ...extras } = fields
  return {
    model,
    prompt,
    seconds: numberOf(seconds),
    size: wordOf(size),
    firstFrame,
    generateAudio: typeof audio === 'boolean' ? audio : null,
    seed: numberOf(seed),
    negativePrompt: wordOf(negative),
    extras,
  }
}

const given = <A>(name: string, value: A | null): Parameters => (value === null ? {} : { [name]: value })

/**
 * Decides how a film is made for a task and what it costs. Where the task has one price, whatever the caller sets may
 * cost the house no more than the task's own film; where it is priced by the second, no more than one as long.
 */
export const planFilm = <F>(
  { task, model }: FoundTask,
  asked: FilmAsk<F>,
): Either<VideoPlanFailure | UnsupportedParameter | NotAVideoTask, Filmable<F>> => {
  if (task.kind !== 'video') return left({ tag: 'not_a_video_task' })
  const foreign = Object.keys(asked.parameters).find((name) => NO_PARAMETERS.has(name))
  if (foreign !== undefined) return unsupportedParameter(foreign, `'${foreign}' is no parameter of this task.`)
  const length = given('seconds', asked.seconds)
  const [paid, free] = task.price.tag === 'per_second' ? [length, {}] : [{}, length]
  const askWith = (some: Parameters): VideoAsk<F> =>
    videoAskOf(model.id, asked, { ...task.parameters, ...paid, ...some })
  const fields = { ...free, ...given('size', asked.size), ...asked.parameters }
  const planned = planNoDearer(fields, (some) => planVideo(model, askWith(some)))
  if (isLeft(planned)) return planned
  const plan = planned.right
  return right({ ask: askWith(fields), plan, priceMicro: priceOfTask(task.price, plan.seconds) })
}
