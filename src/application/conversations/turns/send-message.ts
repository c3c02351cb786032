import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import { findEntry } from '../../../domain/conversation/catalog-entry.ts'
import { requireOpen } from '../../../domain/conversation/conversation.ts'
import type { CatalogEntry } from '../../../domain/conversation/catalog-entry.ts'
import type { Conversation } from '../../../domain/conversation/conversation.ts'
import type { ChatModel } from '../../../domain/catalog/model.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import type { InputImage } from '../../../domain/images/request.ts'
import type { ExecuteChatDeps } from '../../gateway/chat/execute-chat.ts'
import type { InputImageFailure, ImageSource } from '../../media/input-image.ts'
import { loadImageSources } from '../../media/load-images.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'
import type { UrlFetcher } from '../../ports/media/url-fetcher.ts'
import type { IdempotentExecution } from '../../idempotency/idempotently.ts'
import { chargedTurn } from './charged-turn.ts'
import type { Charged, ChargedTurnDeps, Turn, TurnPlan, UndeliveredTurn } from './charged-turn.ts'
import { describeTurn, storeTurn, writeTurn } from './store-turn.ts'
import type { QuestionAndAnswer, GeneratedTurn, Question, StoreTurnDeps } from './store-turn.ts'
import { generateText, planTurn, promptBudget, loadHistory, textMessage, userMessage } from './text-turn.ts'
import type { LoadHistoryDeps } from './text-turn.ts'
import type { GenerationFailed, TextTurnFailure, UnacceptableField } from './turn-failure.ts'

interface ConversationTurnDeps extends ExecuteChatDeps, StoreTurnDeps, LoadHistoryDeps {
  readonly catalog: Catalog
  readonly conversations: Pick<ConversationStore, 'find'>
  readonly media: StoreTurnDeps['media'] & LoadHistoryDeps['media']
  readonly urls: UrlFetcher
}

export type SendMessageDeps = ChargedTurnDeps & ConversationTurnDeps

/** The new message of a user in a conversation. */
export interface TurnInput {
  readonly userId: string
  readonly conversationId: string
  readonly content: string
  readonly images: readonly ImageSource[]
  /** Where files and the answer go while they are in memory; absent, they are not counted. */
  readonly memory?: HeldMemory | undefined
}

/** Why a message is not answered, found before anything is held. */
export type TurnInputRefusal =
  | { readonly tag: 'not_found' | 'conversation_archived' | 'not_a_text_model' }
  | UnacceptableField
  | InputImageFailure

/** The conversation, and the model that answers in it. */
interface TextThread {
  readonly conversation: Conversation
  readonly entry: CatalogEntry
  readonly model: ChatModel
}

const findTextThread = async (
  { catalog, conversations }: ConversationTurnDeps,
  { userId, conversationId }: TurnInput,
): Promise<Either<TurnInputRefusal, TextThread>> => {
  const found = requireOpen(await conversations.find(userId, conversationId))
  if (isLeft(found)) return found
  const conversation = found.right
  if (conversation.kind !== 'text') return left({ tag: 'not_a_text_model' })
  const entry = findEntry(catalog, conversation.catalogSlug)
  if (isLeft(entry)) return entry
  const { model } = entry.right
  // The catalogue may have given the slug another model since the conversation began.
  return model.kind === 'chat' ? right({ conversation, entry: entry.right, model }) : left({ tag: 'not_a_text_model' })
}

const loadImages = async (
  urls: UrlFetcher,
  model: ChatModel,
  { images, memory }: Pick<TurnInput, 'images' | 'memory'>,
): Promise<Either<TurnInputRefusal, readonly InputImage[]>> => {
  if (images.length === 0) return right([])
  if (!model.capabilities.has('image_input')) {
    const message = `${model.id} does not read images`
    return left({ tag: 'unacceptable_field', path: ['images'], type: 'unsupported_capability', message })
  }
  return loadImageSources(urls, memory)(images)
}

/** Plans the answer to the new message, after as much of the history as the model can read. */
const planReply = async (
  deps: ConversationTurnDeps,
  { conversation, entry, model }: TextThread,
  content: string,
  images: readonly InputImage[],
): Promise<Either<UnacceptableField, ChatPlan>> => {
  const turn = { slug: entry.slug, model, parameters: entry.parameters }
  const instructions = entry.systemPrompt === null ? [] : [textMessage('system', entry.systemPrompt)]
  const tokens = promptBudget(turn)
  const history = await loadHistory(deps, conversation.id, model, tokens)
  const plan = await planTurn(turn, [...instructions, ...history, userMessage(content, images)], tokens)
  if (!isLeft(plan)) return right({ ...plan.right, conversationKey: conversation.id })
  const message = 'is more than the model reads'
  return left({ tag: 'unacceptable_field', path: ['content'], type: plan.left.tag, message })
}

/** Says what a turn with a model or template costs, micro-tokens; null if it is not sold. */
type PriceOf = (entry: CatalogEntry) => bigint | null

interface ConversationTurnPlan extends TurnPlan {
  readonly chat: ChatPlan
  readonly question: Question
}

const planConversationTurn = async (
  deps: ConversationTurnDeps,
  priceOf: PriceOf,
  input: TurnInput,
  operationId: string,
): Promise<Either<TurnInputRefusal, ConversationTurnPlan>> => {
  const askedAtMs = deps.clock.now()
  const thread = await findTextThread(deps, input)
  if (isLeft(thread)) return thread
  const { conversation, entry, model } = thread.right
  const priceMicro = priceOf(entry)
  if (priceMicro === null) return left({ tag: 'not_found' })
  const loaded = await loadImages(deps.urls, model, input)
  if (isLeft(loaded)) return loaded
  const { content } = input
  const images = loaded.right
  const chat = await planReply(deps, thread.right, content, images)
  if (isLeft(chat)) return chat
  return right({
    priceMicro,
    description: `Message to ${entry.slug}`,
    chat: chat.right,
    question: { thread: { conversation, isNew: false }, operationId, content, images, askedAtMs, priceMicro },
  })
}

const askConversationTurn = async (
  deps: ConversationTurnDeps,
  { chat, question }: ConversationTurnPlan,
  { memory }: TurnInput,
): Promise<Either<UndeliveredTurn, GeneratedTurn>> => {
  const written = await generateText(deps, chat, { operationId: question.operationId, memory })
  return isLeft(written) ? written : right(await storeTurn(deps, question, { ...written.right, images: [] }))
}

/** A text turn of a conversation. */
export const conversationTurn = (
  deps: ConversationTurnDeps,
  priceOf: PriceOf,
  input: TurnInput,
): Turn<TurnInputRefusal, ConversationTurnPlan, GeneratedTurn, QuestionAndAnswer> => ({
  plan: (operationId) => planConversationTurn(deps, priceOf, input, operationId),
  ask: (plan) => askConversationTurn(deps, plan, input),
  write: writeTurn,
  describe: (turn) => describeTurn(deps, turn),
})

const turnPriceOf: PriceOf = ({ turnPriceMicro }) => turnPriceMicro

/** A text turn of a conversation: the user's message and the model's answer, at the price of its model or template. */
export const sendMessage =
  (deps: SendMessageDeps) =>
  (
    input: TurnInput,
    operation: IdempotentExecution<GenerationFailed, Charged<QuestionAndAnswer>>,
  ): Promise<Either<TextTurnFailure, Charged<QuestionAndAnswer>>> =>
    chargedTurn(deps)(input.userId, conversationTurn(deps, turnPriceOf, input), operation)
