import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { isPending } from '../../../domain/conversation/message.ts'
import type { Message } from '../../../domain/conversation/message.ts'
import type { RefreshVideo } from '../../gateway/videos/refresh-video.ts'
import type { ConversationStore } from '../../ports/conversations/conversation-store.ts'
import type { MessageStore } from '../../ports/conversations/message-store.ts'
import type { VideoJobStore } from '../../ports/providers/video-job-store.ts'
import { viewMessages } from '../../media/message-view.ts'
import type { MessageView, ViewMessagesDeps } from '../../media/message-view.ts'
import { CONVERSATION_NOT_FOUND } from './own-conversation.ts'
import type { ConversationNotFound, OwnConversation } from './own-conversation.ts'

interface PollMessageDeps extends ViewMessagesDeps {
  readonly conversations: Pick<ConversationStore, 'find'>
  readonly messages: Pick<MessageStore, 'find'>
  readonly videoJobs: Pick<VideoJobStore, 'find'>
  readonly refreshVideo: RefreshVideo
}

interface PollMessageInput extends OwnConversation {
  readonly messageId: string
}

export type PollMessage = (input: PollMessageInput) => Promise<Either<ConversationNotFound, MessageView>>

/**
 * Answers a message of the caller as it stands now. One that waits for a video has its job moved as every reader does.
 */
export const pollMessage =
  (deps: PollMessageDeps): PollMessage =>
  async ({ userId, conversationId, messageId }) => {
    if ((await deps.conversations.find(userId, conversationId)) === null) return CONVERSATION_NOT_FOUND
    const find = (): Promise<Message | null> => deps.messages.find(conversationId, messageId)
    let message = await find()
    if (message !== null && isPending(message)) {
      const job = await deps.videoJobs.find(messageId)
      if (job === null) throw new Error(`message ${messageId} waits for no video`)
      await deps.refreshVideo(job)
      message = await find()
    }
    if (message === null) return CONVERSATION_NOT_FOUND
    const [view] = await viewMessages(deps)([message])
    return view === undefined ? CONVERSATION_NOT_FOUND : right(view)
  }
