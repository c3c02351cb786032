import type { ConversationStore } from '../../../src/application/ports/conversations/conversation-store.ts'
import type { GalleryLog } from '../../../src/application/ports/conversations/gallery-log.ts'
import type { MediaAssetStore } from '../../../src/application/ports/media/media-asset-store.ts'
import type { MessageStore } from '../../../src/application/ports/conversations/message-store.ts'
import { kyselyGallery } from '../../../src/adapters/persistence/conversations/gallery.ts'
import { kyselyStores } from '../../../src/adapters/persistence/stores.ts'
import type { Conversation } from '../../../src/domain/conversation/conversation.ts'
import type { AssistantMessage, Message, UserMessage } from '../../../src/domain/conversation/message.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { memoryConversations } from '../../twins/conversations/conversations.ts'
import { memoryGallery } from '../../twins/conversations/gallery.ts'
import { memoryMediaAssets } from '../../twins/media/media-assets.ts'
import { memoryMessages } from '../../twins/conversations/messages.ts'
import { addUser, testId } from '../billing/billing-stores.ts'

interface Rows {
  readonly conversations: ConversationStore
  readonly messages: MessageStore
  readonly mediaAssets: MediaAssetStore
}

/** The stores of one room, and what they refer to. */
export interface ConversationStores extends Rows {
  readonly gallery: GalleryLog
  /** A new user's id. */
  readonly newUser: () => Promise<string>
  /** Runs `work` in one transaction, where locks hold until its end. */
  readonly transact: <A>(work: (rows: Rows) => Promise<A>) => Promise<A>
}

const memoryStores = (): ConversationStores => {
  const [messages, assets] = [new Map<string, Message>(), new Map<string, StoredAsset>()]
  const rows = {
    conversations: memoryConversations(),
    messages: memoryMessages(messages),
    mediaAssets: memoryMediaAssets(assets),
  }
  let last: Promise<unknown> = Promise.resolve()
  const transact: ConversationStores['transact'] = (work) => {
    const mine = last.then(() => work(rows))
    last = mine.catch(() => undefined)
    return mine
  }
  return { ...rows, gallery: memoryGallery(assets, messages), newUser: async () => testId(), transact }
}

/** Runs one suite on the twins and on every database. */
export const describeConversationStores = (title: string, suite: (open: () => ConversationStores) => void): void => {
  describe(`${title} in memory`, () => {
    const stores = memoryStores()
    suite(() => stores)
  })
  describeOnDatabases(title, (database) => {
    suite(() => {
      const { db } = database()
      return {
        ...kyselyStores(db),
        gallery: kyselyGallery(db),
        newUser: () => addUser(database()),
        transact: (work) => db.transaction().execute((bound) => work(kyselyStores(bound))),
      }
    })
  })
}

/** A conversation that is in the store. */
export const openConversation = async (
  stores: ConversationStores,
  given: Partial<Conversation> = {},
): Promise<Conversation> => {
  const conversation: Conversation = {
    id: testId(),
    userId: given.userId ?? (await stores.newUser()),
    catalogSlug: 'poet',
    model: 'sandbox/echo',
    kind: 'text',
    title: 'a title',
    archivedAtMs: null,
    createdAtMs: 1_700_000_000_123,
    updatedAtMs: 1_700_000_000_123,
    ...given,
  }
  await stores.conversations.add(conversation)
  return conversation
}

/** What a user wrote and what was made for it, not yet in a store. */
export const turnOf = (
  conversationId: string,
  given: Partial<AssistantMessage> = {},
): readonly [UserMessage, AssistantMessage] => {
  const facts = { conversationId, createdAtMs: 1_700_000_000_456 }
  const question: UserMessage = { ...facts, id: testId(), role: 'user', content: 'a question' }
  const answer: AssistantMessage = {
    ...facts,
    id: testId(),
    role: 'assistant',
    content: 'an answer',
    replyTo: question.id,
    state: { tag: 'done' },
    chargedMicro: 2_500_000n,
    ...given,
  }
  return [question, answer]
}
