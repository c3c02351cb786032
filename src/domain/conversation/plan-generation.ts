import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import type { FoundTask } from '../catalog/find-task.ts'
import type { Model } from '../catalog/model.ts'
import { contentWith } from '../chat/content-with.ts'
import { type ChatPlan, planChat, type PlanFailure } from '../chat/plan.ts'
import type { ChatRequest } from '../chat/request.ts'
import { type UnsupportedParameter, unsupportedParameter } from '../chat/unsupported-parameter.ts'
import { type ImageAsk, type ImagePlan, type ImagePlanFailure, planImage } from '../images/plan.ts'
import { type Parameters, planNoDearer } from './no-dearer.ts'

/** What is to be made for a user: words, and pictures that go with them. */
export interface GenerationAsk<F> {
  readonly prompt: string
  readonly images: readonly F[]
  /** Over those of the task, as long as they make nothing dearer. */
  readonly parameters: Parameters
}

/** A picture that will be drawn as the plan says. */
export interface Drawable<F> {
  readonly plan: ImagePlan
  readonly ask: ImageAsk<F>
}

/** Each spelling of a text's longest length; a caller's limit stands in the place of the task's in either. */
const TOKEN_LIMITS = ['max_tokens', 'max_completion_tokens'] as const

/**
 * Where a vendor counts tokens, a field nobody here knows could make it count more. These cannot, or the plan sees
 * that they do; a task that is to be carried out otherwise says so in its own parameters.
 */
const TEXT_PARAMETERS: ReadonlySet<string> = new Set([
  ...TOKEN_LIMITS,
  'temperature',
  'top_p',
  'top_k',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'stop',
  'n',
  'seed',
  'user',
])

const COUNTED_IMAGE_PARAMETERS: ReadonlySet<string> = new Set([
  'n',
  'seed',
  'user',
  'background',
  'moderation',
  'output_format',
  'output_compression',
])

/** What is said elsewhere in the request, or is not the caller's to say. */
const NO_PARAMETERS: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'messages',
  'image',
  'images',
  'mask',
  'reference_images',
  'response_format',
])

const isParameterOf = ({ kind, tariff }: Model, name: string): boolean => {
  if (kind === 'chat') return TEXT_PARAMETERS.has(name)
  return tariff.unit === 'image_tokens' ? COUNTED_IMAGE_PARAMETERS.has(name) : !NO_PARAMETERS.has(name)
}

const checkParameters = ({ model }: FoundTask, parameters: Parameters): Either<UnsupportedParameter, null> => {
  const foreign = Object.keys(parameters).find((name) => !isParameterOf(model, name))
  return foreign === undefined
    ? right(null)
    : unsupportedParameter(foreign, `'${foreign}' is no parameter of this task.`)
}

const textFields = (own: Parameters, given: Parameters): Parameters => {
  const isLimited = TOKEN_LIMITS.some((name) => name in given)
  const kept = Object.entries(own).filter(([name]) => !isLimited || !TOKEN_LIMITS.some((limit) => limit === name))
  return { ...Object.fromEntries(kept), ...given }
}

/** Decides how a text is written for a task. Pictures are `data:` URLs. */
export const planWriting = (
  found: FoundTask,
  { prompt, images, parameters }: GenerationAsk<string>,
): Either<PlanFailure, ChatPlan> => {
  const checked = checkParameters(found, parameters)
  if (isLeft(checked)) return checked
  const { task, model } = found
  const messages = [{ role: 'user' as const, content: contentWith(prompt, images) }]
  return planNoDearer(parameters, (some) => {
    // The task's own fields are its operator's, the caller's were read by the codec of chat requests.
    const request = { ...textFields(task.parameters, some), model: model.id, messages } as ChatRequest
    return planChat(model, request)
  })
}

const wordOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const imageAskOf = <F>(model: Model, { prompt, images }: GenerationAsk<F>, fields: Parameters): ImageAsk<F> => {
  const { n, size, quality, ...extras } = fields
  return {
    model: model.id,
    prompt,
    n: typeof n === 'number' ? n : 1,
    size: wordOf(size),
    quality: wordOf(quality),
    responseFormat: 'b64_json',
    images,
    mask: null,
    referenceImages: [],
    extras,
  }
}

/** Decides how a picture is drawn for a task, or how those that are given are edited. One picture, unless the task draws more. */
export const planDrawing = <F>(found: FoundTask, given: GenerationAsk<F>): Either<ImagePlanFailure, Drawable<F>> => {
  const checked = checkParameters(found, given.parameters)
  if (isLeft(checked)) return checked
  const { task, model } = found
  const askWith = (some: Parameters): ImageAsk<F> => imageAskOf(model, given, { ...task.parameters, ...some })
  const planned = planNoDearer(given.parameters, (some) => planImage(model, askWith(some)))
  return isLeft(planned) ? planned : right({ plan: planned.right, ask: askWith(given.parameters) })
}
