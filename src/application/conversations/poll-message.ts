import { type Either, right } from 'fp-ts/lib/Either.js'
import type { Message } from '../../domain/conversation/message.ts'
import type { MoveVideo } from '../gateway/move-video.ts'
import type { ConversationStore } from '../ports/conversation-store.ts'
import type { MessageStore } from '../ports/message-store.ts'
import type { VideoJobStore } from '../ports/video-job-store.ts'
import { type MessageView, viewMessages, type ViewMessagesDeps } from './message-view.ts'
import { CONVERSATION_NOT_FOUND, type ConversationNotFound, type OwnConversation } from './own-conversation.ts'

export interface PollMessageDeps extends ViewMessagesDeps {
  readonly conversations: Pick<ConversationStore, 'find'>
  readonly messages: Pick<MessageStore, 'find'>
  readonly videoJobs: Pick<VideoJobStore, 'find'>
  readonly moveVideo: MoveVideo
}

export interface PollMessageInput extends OwnConversation {
  readonly messageId: string
}

export type PollMessage = (input: PollMessageInput) => Promise<Either<ConversationNotFound, MessageView>>

const isPending = (message: Message): boolean => message.role === 'assistant' && message.state.tag === 'pending'

/** Answers a message of the caller as it stands now. One that waits for a film has its job moved as every reader does. */
export const pollMessage =
  (deps: PollMessageDeps): PollMessage =>
  async ({ userId, conversationId, messageId }) => {
    if ((await deps.conversations.find(userId, conversationId)) === null) return CONVERSATION_NOT_FOUND
    const find = (): Promise<Message | null> => deps.messages.find(conversationId, messageId)
    let message = await find()
    if (message !== null && isPending(message)) {
      const job = await deps.videoJobs.find(messageId)
      if (job === null) throw new Error(`message ${messageId} waits for no film`)
      await deps.moveVideo(job)
      message = await find()
    }
    if (message === null) return CONVERSATION_NOT_FOUND
    const [view] = await viewMessages(deps)([message])
    return view === undefined ? CONVERSATION_NOT_FOUND : right(view)
  }
