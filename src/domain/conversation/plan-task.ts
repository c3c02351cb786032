import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { FoundTask } from '../catalog/find-task.ts'
import { OUTPUT_LIMIT_FIELDS } from '../catalog/model.ts'
import type { Model } from '../catalog/model.ts'
import { contentWithImages } from '../chat/message.ts'
import { planChat } from '../chat/plan.ts'
import type { ChatPlan, ChatPlanFailure } from '../chat/plan.ts'
import type { ChatRequest } from '../chat/request.ts'
import { stringOf } from '../json.ts'
import { SUPPORTED, unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { planImage } from '../images/plan.ts'
import type { ImageParams, ImagePlan, ImagePlanFailure } from '../images/plan.ts'
import { planWithinTaskPrice } from './plan-within-task-price.ts'
import type { Parameters } from './plan-within-task-price.ts'

/** What a user wants generated: a text, and images that go with it. */
export interface GenerationParams<F> {
  readonly prompt: string
  readonly images: readonly F[]
  /** They override those of the task, as long as the work gets no more expensive. */
  readonly parameters: Parameters
}

/** The plan of an image that will be generated. */
interface ImageTaskPlan<F> {
  readonly plan: ImagePlan
  readonly ask: ImageParams<F>
}

/**
 * Where a provider counts tokens, an unknown field could make it count more. These fields cannot, or the plan notices
 * that they do. An operator sets every other field in the parameters of the task.
 */
const TEXT_PARAMETERS: ReadonlySet<string> = new Set([
  ...OUTPUT_LIMIT_FIELDS,
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

/** Fields that stand elsewhere in the request, or that a caller may not set. */
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

const checkParameters = ({ model }: FoundTask, parameters: Parameters): Either<UnsupportedParameter, void> => {
  const foreign = Object.keys(parameters).find((name) => !isParameterOf(model, name))
  return foreign === undefined ? SUPPORTED : unsupportedParameter(foreign, `'${foreign}' is no parameter of this task.`)
}

/** The fields of the task and the caller's. The caller's limit, under either of its names, replaces the task's. */
const textFields = (own: Parameters, given: Parameters): Parameters => {
  const isLimited = OUTPUT_LIMIT_FIELDS.some((name) => name in given)
  const kept = Object.entries(own).filter(
    ([name]) => !isLimited || !OUTPUT_LIMIT_FIELDS.some((limit) => limit === name),
  )
  return { ...Object.fromEntries(kept), ...given }
}

/** Decides how the model writes a text for a task. Images are `data:` URLs. */
export const planTextTask = (
  found: FoundTask,
  { prompt, images, parameters }: GenerationParams<string>,
): Either<ChatPlanFailure, ChatPlan> => {
  const checked = checkParameters(found, parameters)
  if (isLeft(checked)) return checked
  const { task, model } = found
  const messages = [{ role: 'user' as const, content: contentWithImages(prompt, images) }]
  return planWithinTaskPrice(parameters, (some) => {
    // The operator wrote the task's own fields; the codec of chat requests has read the caller's.
    const request = { ...textFields(task.parameters, some), model: model.id, messages } as ChatRequest
    return planChat(model, request)
  })
}

const imageAskOf = <F>(model: Model, { prompt, images }: GenerationParams<F>, fields: Parameters): ImageParams<F> => {
  const { n, size, quality, ...extras } = fields
  return {
    model: model.id,
    prompt,
    n: typeof n === 'number' ? n : 1,
    size: stringOf(size),
    quality: stringOf(quality),
    responseFormat: 'b64_json',
    images,
    mask: null,
    referenceImages: [],
    extras,
  }
}

/**
 * Decides how the model generates an image for a task, or edits the images that the user sent. The plan has one image,
 * unless the task asks for more.
 */
export const planImageTask = <F>(
  found: FoundTask,
  given: GenerationParams<F>,
): Either<ImagePlanFailure, ImageTaskPlan<F>> => {
  const checked = checkParameters(found, given.parameters)
  if (isLeft(checked)) return checked
  const { task, model } = found
  const paramsWith = (some: Parameters): ImageParams<F> => imageAskOf(model, given, { ...task.parameters, ...some })
  const planned = planWithinTaskPrice(given.parameters, (some) => planImage(model, paramsWith(some)))
  return isLeft(planned) ? planned : right({ plan: planned.right, ask: paramsWith(given.parameters) })
}
