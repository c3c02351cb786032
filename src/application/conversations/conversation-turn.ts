import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import { type CatalogEntry, findEntry } from '../../domain/catalog/find-entry.ts'
import type { ChatModel } from '../../domain/catalog/model.ts'
import type { ChatPlan } from '../../domain/chat/plan.ts'
import type { Conversation } from '../../domain/conversation/conversation.ts'
import type { GivenImage } from '../../domain/images/request.ts'
import type { AskChatDeps } from '../gateway/ask-chat.ts'
import type { GivenImageFailure, ImageSource } from '../gateway/given-image.ts'
import { loadSources } from '../gateway/load-images.ts'
import type { ConversationStore } from '../ports/conversation-store.ts'
import type { UrlFetcher } from '../ports/url-fetcher.ts'
import type { PreparedTurn } from './charged-turn.ts'
import { findOpenConversation } from './find-open-conversation.ts'
import { type Exchange, keepExchange, type KeepExchangeDeps } from './keep-exchange.ts'
import { planAnswer, roomOf } from './plan-answer.ts'
import { saidBefore, type SaidBeforeDeps, saidInWords, saidNow } from './said.ts'
import type { UnacceptableField } from './turn-failure.ts'
import { writeText } from './write-text.ts'

export interface ConversationTurnDeps extends AskChatDeps, KeepExchangeDeps, SaidBeforeDeps {
  readonly catalog: Catalog
  readonly conversations: Pick<ConversationStore, 'find'>
  readonly media: KeepExchangeDeps['media'] & SaidBeforeDeps['media']
  readonly urls: UrlFetcher
}

/** What a user says in a conversation. */
export interface Saying {
  readonly userId: string
  readonly conversationId: string
  readonly content: string
  readonly images: readonly ImageSource[]
}

/** Why what was said is not answered. */
export type SayingRefusal =
  | { readonly tag: 'not_found' | 'conversation_archived' | 'not_a_text_model' }
  | UnacceptableField
  | GivenImageFailure

/** The conversation, and the model that answers in it. */
interface TextThread {
  readonly conversation: Conversation
  readonly entry: CatalogEntry
  readonly model: ChatModel
}

const findTextThread = async (
  { catalog, conversations }: ConversationTurnDeps,
  { userId, conversationId }: Saying,
): Promise<Either<SayingRefusal, TextThread>> => {
  const found = await findOpenConversation(conversations)(userId, conversationId)
  if (isLeft(found)) return found
  const conversation = found.right
  if (conversation.kind !== 'text') return left({ tag: 'not_a_text_model' })
  const entry = findEntry(catalog, conversation.catalogSlug)
  if (isLeft(entry)) return entry
  const { model } = entry.right
  // A slug may have come to mean another model since.
  return model.kind === 'chat' ? right({ conversation, entry: entry.right, model }) : left({ tag: 'not_a_text_model' })
}

const loadPictures = async (
  urls: UrlFetcher,
  model: ChatModel,
  images: readonly ImageSource[],
): Promise<Either<SayingRefusal, readonly GivenImage[]>> => {
  if (images.length > 0 && !model.capabilities.has('image_input')) {
    const message = `${model.id} does not read images`
    return left({ tag: 'unacceptable_field', path: ['images'], type: 'unsupported_capability', message })
  }
  return loadSources(urls)(images)
}

/** Plans the answer to what is said now, after as much of what was said before as the model can read. */
const planReply = async (
  deps: ConversationTurnDeps,
  { conversation, entry, model }: TextThread,
  content: string,
  pictures: readonly GivenImage[],
): Promise<Either<UnacceptableField, ChatPlan>> => {
  const turn = { slug: entry.slug, model, parameters: entry.parameters }
  const instructions = entry.systemPrompt === null ? [] : [saidInWords('system', entry.systemPrompt)]
  const before = await saidBefore(deps)(conversation.id, model, roomOf(turn))
  const plan = await planAnswer(turn, [...instructions, ...before, saidNow(content, pictures)])
  if (!isLeft(plan)) return plan
  const message = 'is more than the model reads'
  return left({ tag: 'unacceptable_field', path: ['content'], type: plan.left.tag, message })
}

/** Prepares a text turn of a conversation. `priceOf` says what a turn with its model or template costs; null: not sold. */
export const prepareConversationTurn =
  (deps: ConversationTurnDeps, priceOf: (entry: CatalogEntry) => bigint | null) =>
  async (saying: Saying, operationId: string): Promise<Either<SayingRefusal, PreparedTurn<Exchange>>> => {
    const askedAtMs = deps.clock.now()
    const thread = await findTextThread(deps, saying)
    if (isLeft(thread)) return thread
    const { conversation, entry, model } = thread.right
    const priceMicro = priceOf(entry)
    if (priceMicro === null) return left({ tag: 'not_found' })
    const loaded = await loadPictures(deps.urls, model, saying.images)
    if (isLeft(loaded)) return loaded
    const { content } = saying
    const pictures = loaded.right
    const plan = await planReply(deps, thread.right, content, pictures)
    if (isLeft(plan)) return plan

    const question = { thread: { conversation, isNew: false }, operationId, content, pictures, askedAtMs }
    return right({
      priceMicro,
      description: `Message to ${entry.slug}`,
      work: async () => {
        const written = await writeText(deps)(plan.right, operationId)
        if (isLeft(written)) return written
        return right(await keepExchange(deps)(question, { ...written.right, pictures: [] }))
      },
    })
  }
