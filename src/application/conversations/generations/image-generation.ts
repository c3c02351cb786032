import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { FoundTask } from '../../../domain/catalog/find-task.ts'
import { planImageTask } from '../../../domain/conversation/plan-task.ts'
import type { GenerationParams } from '../../../domain/conversation/plan-task.ts'
import type { Parameters } from '../../../domain/conversation/plan-within-task-price.ts'
import type { ImagePlan } from '../../../domain/images/plan.ts'
import type { ImageRequest, InputImage } from '../../../domain/images/request.ts'
import { generateAndBillImages } from '../../gateway/images/generate-and-bill-images.ts'
import type { GenerateAndBillImagesDeps } from '../../gateway/images/generate-and-bill-images.ts'
import type { InputImageFailure, ImageSource } from '../../media/input-image.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import { loadImages } from '../../media/load-images.ts'
import type { ImageCall } from '../../ports/providers/image-provider.ts'
import type { UrlFetcher } from '../../ports/media/url-fetcher.ts'
import type { UndeliveredTurn } from '../turns/charged-turn.ts'
import type { GenerationOutput } from '../turns/store-turn.ts'
import type { UnacceptableField } from '../turns/turn-failure.ts'
import { refusedField, undelivered } from './refused-field.ts'

/** Images about which everything is decided. */
export interface ImageGenerationPlan {
  readonly kind: 'image'
  readonly plan: ImagePlan
  readonly request: ImageRequest
  /** The images that the caller sent. */
  readonly images: readonly InputImage[]
  readonly parameters: Parameters
}

/** Plans an image for a task, or an edit of the images that the caller sent. */
export const planImageGeneration = async (
  urls: UrlFetcher,
  found: FoundTask,
  given: GenerationParams<ImageSource>,
  memory?: HeldMemory,
): Promise<Either<UnacceptableField | InputImageFailure, ImageGenerationPlan>> => {
  const { parameters } = given
  const planned = planImageTask(found, given)
  if (isLeft(planned)) return left(refusedField(parameters)(planned.left))
  const { plan, ask } = planned.right
  const request = await loadImages(urls, memory)(ask)
  if (isLeft(request)) return request
  return right({ kind: 'image', plan, request: request.right, images: request.right.images, parameters })
}

/** Asks a model for planned images. Moves no money: the turn that calls it does. */
export const askImageGeneration = async (
  deps: GenerateAndBillImagesDeps,
  { plan, request, parameters }: ImageGenerationPlan,
  call: Pick<ImageCall, 'operationId' | 'memory'>,
): Promise<Either<UndeliveredTurn<UnacceptableField>, GenerationOutput>> => {
  const generated = await generateAndBillImages(deps)(plan, request, call)
  if (isLeft(generated)) return left(undelivered(parameters, generated.left))
  const { images, receipt } = generated.right
  return right({ text: '', images: images.map(({ bytes }) => bytes), receipt })
}
