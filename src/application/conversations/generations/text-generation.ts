import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { FoundTask } from '../../../domain/catalog/find-task.ts'
import { fitsContext } from '../../../domain/chat/tokens/context-window.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import { planTextTask } from '../../../domain/conversation/plan-task.ts'
import type { GenerationParams } from '../../../domain/conversation/plan-task.ts'
import type { Parameters } from '../../../domain/conversation/plan-within-task-price.ts'
import type { InputImage } from '../../../domain/images/request.ts'
import type { ExecuteChatDeps } from '../../gateway/chat/execute-chat.ts'
import type { InputImageFailure, ImageSource } from '../../media/input-image.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import { loadImageSources } from '../../media/load-images.ts'
import { dataUrl } from '../../media/data-url.ts'
import type { ChatCall } from '../../ports/providers/chat-provider.ts'
import type { UrlFetcher } from '../../ports/media/url-fetcher.ts'
import type { UndeliveredTurn } from '../turns/charged-turn.ts'
import type { GenerationOutput } from '../turns/store-turn.ts'
import { generateText } from '../turns/text-turn.ts'
import type { UnacceptableField } from '../turns/turn-failure.ts'
import { refusedField, undelivered } from './refused-field.ts'

/** A text about which everything is decided. */
export interface TextGenerationPlan {
  readonly kind: 'text'
  readonly chat: ChatPlan
  /** The images that the caller sent. */
  readonly images: readonly InputImage[]
  readonly parameters: Parameters
}

/** An address of no image: a plan depends on how many images there are, not on what they show. */
const ANY_IMAGE = 'data:image/png;base64,'

/** Plans a text for a task, about the images that the caller sent. */
export const planTextGeneration = async (
  urls: UrlFetcher,
  found: FoundTask,
  given: GenerationParams<ImageSource>,
  memory?: HeldMemory,
): Promise<Either<UnacceptableField | InputImageFailure, TextGenerationPlan>> => {
  const { parameters } = given
  const refusal = refusedField(parameters)
  // Nothing is fetched for a request that is refused.
  const possible = planTextTask(found, { ...given, images: given.images.map(() => ANY_IMAGE) })
  if (isLeft(possible)) return left(refusal(possible.left))
  const images = await loadImageSources(urls, memory)(given.images)
  if (isLeft(images)) return images
  const chat = planTextTask(found, { ...given, images: images.right.map(dataUrl) })
  if (isLeft(chat)) return left(refusal(chat.left))
  if (!fitsContext(chat.right)) {
    const message = 'is more than the model reads'
    return left({ tag: 'unacceptable_field', path: ['prompt'], type: 'too_long', message })
  }
  return right({ kind: 'text', chat: chat.right, images: images.right, parameters })
}

/** Asks a model for a planned text. Moves no money: the turn that calls it does. */
export const askTextGeneration = async (
  deps: ExecuteChatDeps,
  { chat, parameters }: TextGenerationPlan,
  call: Pick<ChatCall, 'operationId' | 'memory'>,
): Promise<Either<UndeliveredTurn<UnacceptableField>, GenerationOutput>> => {
  const written = await generateText(deps, chat, call, (failed) => undelivered(parameters, failed))
  return isLeft(written) ? written : right({ ...written.right, images: [] })
}
