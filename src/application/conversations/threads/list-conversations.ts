import type {
  ConversationPage,
  ConversationQuery,
  ConversationStore,
} from '../../ports/conversations/conversation-store.ts'

export type ListConversations = (query: ConversationQuery) => Promise<ConversationPage>

/** A user's conversations, the most recently active first. */
export const listConversations =
  ({ conversations }: { readonly conversations: Pick<ConversationStore, 'page'> }): ListConversations =>
  (query) =>
    conversations.page(query)
