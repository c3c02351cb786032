import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatModel } from '../../../domain/catalog/model.ts'
import { contextWindow, promptTokensLeft } from '../../../domain/chat/tokens/context-window.ts'
import type { WindowMessage, TooLong } from '../../../domain/chat/tokens/context-window.ts'
import { estimateMessageTokens } from '../../../domain/chat/tokens/estimate.ts'
import type { Message } from '../../../domain/conversation/message.ts'
import type { InputImage } from '../../../domain/images/request.ts'
import { imageFormatOf } from '../../../domain/media/image-format.ts'
import type { StoredAsset } from '../../../domain/media/stored-asset.ts'
import { dataUrl } from '../../media/data-url.ts'
import { readContent } from '../../media/read-content.ts'
import type { MediaAssetStore } from '../../ports/media/media-asset-store.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { MessageStore } from '../../ports/conversations/message-store.ts'
import { contentWithImages } from '../../../domain/chat/message.ts'
import type { ChatMessage } from '../../../domain/chat/message.ts'
import { planChat } from '../../../domain/chat/plan.ts'
import type { ChatPlan, ChatPlanFailure } from '../../../domain/chat/plan.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { Json } from '../../../domain/json.ts'
import { storableText } from '../../../domain/storable-text.ts'
import { MAX_IMAGE_BYTES } from '../../media/load-images.ts'
import type { ChatCall } from '../../ports/providers/chat-provider.ts'
import { executeChat } from '../../gateway/chat/execute-chat.ts'
import type { ExecuteChatDeps } from '../../gateway/chat/execute-chat.ts'
import type { Unanswered } from '../../gateway/metering/unanswered.ts'
import type { TurnOutput, UndeliveredTurn } from './charged-turn.ts'

export interface LoadHistoryDeps {
  readonly messages: Pick<MessageStore, 'page'>
  readonly mediaAssets: Pick<MediaAssetStore, 'listOfAll'>
  readonly media: Pick<MediaStore, 'get'>
}

/** A message that may go to the model. Its images are read only if they go along. */
interface HistoryMessage extends WindowMessage {
  readonly imageUrls: () => Promise<readonly string[]>
}

export const textMessage = (role: HistoryMessage['role'], text: string): HistoryMessage => ({
  role,
  text,
  tokens: estimateMessageTokens(role, text),
  images: 0,
  imageBytes: 0,
  imageUrls: async () => [],
})

/** The new message of the user, whose images are in memory already. */
export const userMessage = (text: string, images: readonly InputImage[]): HistoryMessage => ({
  role: 'user',
  text,
  tokens: estimateMessageTokens('user', text),
  images: images.length,
  imageBytes: images.reduce((sum, { bytes }) => sum + bytes.length, 0),
  imageUrls: async () => images.map(dataUrl),
})

/** The images whose files still exist, as `data:` URLs. */
const readImages = async (
  { media }: Pick<LoadHistoryDeps, 'media'>,
  assets: readonly StoredAsset[],
): Promise<readonly string[]> => {
  const urls: string[] = []
  for (const { address } of assets) {
    const found = await media.get(address)
    const bytes = found === null ? new Uint8Array() : await readContent(found.content)
    const mimeType = imageFormatOf(bytes)
    if (mimeType !== null && mimeType !== 'image/gif') urls.push(dataUrl({ bytes, mimeType }))
  }
  return urls
}

/** The model is sent no answer that is pending, that failed or that has no text. */
const isSentToModel = (message: Message): boolean =>
  message.content !== '' && (message.role === 'user' || message.state.tag === 'done')

const NO_ASSETS: ReadonlyMap<string, readonly StoredAsset[]> = new Map()

const toHistoryMessages = async (
  deps: LoadHistoryDeps,
  page: readonly Message[],
  model: ChatModel,
): Promise<readonly HistoryMessage[]> => {
  const sent = page.filter(isSentToModel)
  const withImages = model.capabilities.has('image_input') ? sent.filter(({ role }) => role === 'user') : []
  const ids = withImages.map(({ id }) => id)
  const assets = ids.length === 0 ? NO_ASSETS : await deps.mediaAssets.listOfAll(ids)
  return sent.map(({ id, role, content: text }) => {
    const own = assets.get(id) ?? []
    const tokens = estimateMessageTokens(role, text)
    const imageBytes = own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    return { role, text, tokens, images: own.length, imageBytes, imageUrls: () => readImages(deps, own) }
  })
}

const PAGE = 50

/** The history is loaded no further back than this many messages, however short they are. */
const MAX_MESSAGES = 2_000

/** The messages of a conversation, oldest first: at least as many of the newest as `tokens` allow. */
export const loadHistory = async (
  deps: LoadHistoryDeps,
  conversationId: string,
  model: ChatModel,
  tokens: number,
): Promise<readonly HistoryMessage[]> => {
  const pages: (readonly HistoryMessage[])[] = []
  let before: string | null = null
  let tokensLeft = tokens
  while (tokensLeft > 0 && pages.length * PAGE < MAX_MESSAGES) {
    const page: readonly Message[] = (await deps.messages.page({ conversationId, before, limit: PAGE })) ?? []
    const messages = await toHistoryMessages(deps, page, model)
    pages.unshift(messages)
    for (const message of messages) tokensLeft -= message.tokens
    const [oldest] = page
    if (oldest === undefined || page.length < PAGE) break
    before = oldest.id
  }
  return pages.flat()
}

/** The model of a turn and the fields that its template or task sets beside the messages. */
interface TurnModel {
  /** The slug of the template, model or task, for the operator who edits the catalogue. */
  readonly slug: string
  readonly model: ChatModel
  readonly parameters: Readonly<Record<string, Json>>
}

/** The caller of a turn gives nothing but texts and images: what a plan refuses here stands in the catalogue. */
const expectPlanned = <A>({ slug }: TurnModel, planned: Either<ChatPlanFailure, A>): A => {
  if (isLeft(planned)) throw new Error(`the parameters of ${slug} are refused as ${planned.left.tag}`)
  return planned.right
}

const presetOf = ({ model, parameters }: TurnModel): ChatRequest => ({ ...parameters, model: model.id, messages: [] })

/** Tokens that messages may take in a turn; none or fewer where nothing fits. */
export const promptBudget = (turn: TurnModel): number =>
  expectPlanned(turn, promptTokensLeft(turn.model, presetOf(turn)))

/** Plans an answer to as many of the messages as fit `tokens`. */
export const planTurn = async (
  turn: TurnModel,
  messages: readonly HistoryMessage[],
  tokens: number,
): Promise<Either<TooLong, ChatPlan>> => {
  const kept = contextWindow(messages, { tokens, imageBytes: MAX_IMAGE_BYTES }, turn.model)
  if (isLeft(kept)) return kept
  const sent: ChatMessage[] = []
  for (const { message, withImages } of kept.right) {
    const { role, text } = message
    const hasImages = withImages && message.images > 0
    sent.push({ role, content: hasImages ? contentWithImages(text, await message.imageUrls()) : text })
  }
  return right(expectPlanned(turn, planChat(turn.model, { ...presetOf(turn), messages: sent })))
}

interface GeneratedText extends TurnOutput {
  /** Never empty. */
  readonly text: string
}

/** A caller that gave nothing but texts and images learns only that the model failed. */
const failedTurn = ({ reason, receipt }: Unanswered): UndeliveredTurn => ({ reason, receipt })

/** Has a model write one text, as every column takes it. A refusal, or an answer without a text, costs nothing. */
export const generateText = async <E = never>(
  deps: ExecuteChatDeps,
  plan: ChatPlan,
  call: Pick<ChatCall, 'operationId' | 'memory'>,
  undeliveredOf: (failed: Unanswered) => UndeliveredTurn<E> = failedTurn,
): Promise<Either<UndeliveredTurn<E>, GeneratedText>> => {
  const asked = await executeChat(deps)(plan, call)
  if (isLeft(asked)) return left(undeliveredOf(asked.left))
  const { completion, verdict } = asked.right
  if (verdict.tag === 'release') return left(verdict)
  const text = storableText(completion.choices[0]?.message.content ?? '')
  const { receipt } = verdict
  return text === '' ? left({ reason: 'nothing_delivered', receipt }) : right({ text, receipt })
}
