import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { FoundTask } from '../catalog/find-task.ts'
import { stringOf } from '../json.ts'
import { priceOfWork } from '../pricing/work-price.ts'
import { unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { planVideo } from '../video/plan.ts'
import type { VideoParams, VideoPlan, VideoPlanFailure } from '../video/plan.ts'
import { planWithinTaskPrice } from './plan-within-task-price.ts'
import type { Parameters } from './plan-within-task-price.ts'

/** The video that a user asks for. Null: the caller did not set the field. */
export interface VideoGenerationParams<F> {
  readonly prompt: string
  readonly seconds: number | null
  readonly size: string | null
  readonly firstFrame: F | null
  /** They override those of the task, as long as the work gets no more expensive. */
  readonly parameters: Parameters
}

/** The plan of a video that will be made. */
export interface VideoTaskPlan<F> {
  readonly ask: VideoParams<F>
  readonly plan: VideoPlan
  /** Micro-tokens, > 0. */
  readonly priceMicro: bigint
}

export interface NotAVideoTask {
  readonly tag: 'not_a_video_task'
}

/** Fields that stand elsewhere in the request, or that a caller may not set. */
const NO_PARAMETERS: ReadonlySet<string> = new Set(['model', 'prompt', 'seconds', 'size', 'image', 'input_reference'])

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const videoAskOf = <F>(
  model: string,
  { prompt, firstFrame }: VideoGenerationParams<F>,
  fields: Parameters,
): VideoParams<F> => {
  const { seconds, size, generate_audio: audio, seed, negative_prompt: negative, ...extras } = fields
  return {
    model,
    prompt,
    seconds: numberOrNull(seconds),
    size: stringOf(size),
    firstFrame,
    generateAudio: typeof audio === 'boolean' ? audio : null,
    seed: numberOrNull(seed),
    negativePrompt: stringOf(negative),
    extras,
  }
}

const given = <A>(name: string, value: A | null): Parameters => (value === null ? {} : { [name]: value })

/**
 * Decides how the model makes a video for a task, and its price. Where the task has one price, the caller's fields may
 * cost the house no more than the task's own video; where the price is per second, no more than a video of the same
 * length with the task's own fields.
 */
export const planVideoTask = <F>(
  { task, model }: FoundTask,
  asked: VideoGenerationParams<F>,
): Either<VideoPlanFailure | UnsupportedParameter | NotAVideoTask, VideoTaskPlan<F>> => {
  if (task.kind !== 'video') return left({ tag: 'not_a_video_task' })
  const foreign = Object.keys(asked.parameters).find((name) => NO_PARAMETERS.has(name))
  if (foreign !== undefined) return unsupportedParameter(foreign, `'${foreign}' is no parameter of this task.`)
  const length = given('seconds', asked.seconds)
  const [paid, free] = task.price.tag === 'per_second' ? [length, {}] : [{}, length]
  const paramsWith = (some: Parameters): VideoParams<F> =>
    videoAskOf(model.id, asked, { ...task.parameters, ...paid, ...some })
  const fields = { ...free, ...given('size', asked.size), ...asked.parameters }
  const planned = planWithinTaskPrice(fields, (some) => planVideo(model, paramsWith(some)))
  if (isLeft(planned)) return planned
  const plan = planned.right
  return right({ ask: paramsWith(fields), plan, priceMicro: priceOfWork(task.price, plan.seconds) })
}
