import { right } from 'fp-ts/lib/Either.js'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { OwnConversation } from './own-conversation.ts'

export type DeleteConversation = (input: OwnConversation) => Promise<void>

/**
 * Deletes a conversation of the caller with its messages and what the gallery shows of it. Its files are pruned; what
 * was paid stays in the ledger. A conversation of another user, or one that is gone, changes nothing.
 */
export const deleteConversation =
  ({ unitOfWork }: { readonly unitOfWork: UnitOfWork }): DeleteConversation =>
  async ({ userId, conversationId }) => {
    await unitOfWork.transact<never, void>(async ({ conversations, messages, mediaAssets }) => {
      if ((await conversations.lock(userId, conversationId)) === null) return right(undefined)
      // A video that ends in between adds its file with its message, so the messages go before the files.
      await mediaAssets.removeOf(await messages.removeAll(conversationId))
      await conversations.remove(userId, conversationId)
      return right(undefined)
    })
  }
