import type { Either } from 'fp-ts/lib/Either.js'
import type { MediaVariant } from '../../../domain/media/signed-url.ts'
import { findFile, MEDIA_NOT_FOUND } from '../../media/find-file.ts'
import type { FileFailure, FindFileDeps } from '../../media/find-file.ts'
import type { StoredFile } from '../../media/stored-file.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'
import type { MediaAssetStore } from '../../ports/media/media-asset-store.ts'
import type { MessageStore } from '../../ports/conversations/message-store.ts'
import type { OwnConversation } from './own-conversation.ts'

interface ReadMessageMediaDeps extends FindFileDeps {
  readonly conversations: Pick<ConversationStore, 'find'>
  readonly messages: Pick<MessageStore, 'find'>
  readonly mediaAssets: Pick<MediaAssetStore, 'find'>
}

export interface ReadMessageMediaInput extends OwnConversation {
  readonly messageId: string
  readonly idx: number
  readonly variant: MediaVariant
}

export type ReadMessageMedia = (input: ReadMessageMediaInput) => Promise<Either<FileFailure, StoredFile>>

/** Finds a file of a message in a conversation of the caller. A file that is missing or another user's is not found. */
export const readMessageMedia =
  (deps: ReadMessageMediaDeps): ReadMessageMedia =>
  async ({ userId, conversationId, messageId, idx, variant }) => {
    if ((await deps.conversations.find(userId, conversationId)) === null) return MEDIA_NOT_FOUND
    if ((await deps.messages.find(conversationId, messageId)) === null) return MEDIA_NOT_FOUND
    return findFile(deps, await deps.mediaAssets.find(messageId, idx), variant)
  }
