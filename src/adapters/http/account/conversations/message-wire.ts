import * as t from 'io-ts'
import type { Charged } from '../../../../application/conversations/turns/charged-turn.ts'
import type { ChatTurn } from '../../../../application/conversations/turns/chat-turn.ts'
import type { QuestionAndAnswer } from '../../../../application/conversations/turns/store-turn.ts'
import type { MessageView } from '../../../../application/media/message-view.ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import type { StandaloneMessage, Message } from '../../../../domain/conversation/message.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { textOfLength, unixTime } from '../../codecs/codecs.ts'
import { amountText } from '../../codecs/money/amounts.ts'
import { chargeFields, writeCharge } from '../../codecs/money/wallet-wire.ts'
import { messageMediaBody, writeMessageMedia } from '../media/media-wire.ts'

export const messageErrorBody = t.type({ code: t.string, message: t.string }, 'MessageError')

export const messageBody = t.type(
  {
    id: t.string,
    conversation_id: t.union([t.string, t.null]),
    role: t.keyof({ user: null, assistant: null }),
    content: t.string,
    status: t.keyof({ done: null, pending: null, failed: null }),
    media: t.array(messageMediaBody),
    error: t.union([messageErrorBody, t.null]),
    charged: t.union([amountText, t.null]),
    created_at: unixTime,
  },
  'MessageResponse',
)

/** A user's own message cost nothing and can neither wait nor fail. */
const stateFields = (
  message: Message | StandaloneMessage,
): Pick<t.TypeOf<typeof messageBody>, 'status' | 'error' | 'charged'> =>
  message.role === 'user'
    ? { status: 'done', error: null, charged: null }
    : {
        status: message.state.tag,
        error: message.state.tag === 'failed' ? message.state.error : null,
        charged: formatMicro(message.chargedMicro, 'TOKEN'),
      }

export const writeMessage = (
  { message, media }: MessageView<Message | StandaloneMessage>,
  baseUrl: string,
): t.TypeOf<typeof messageBody> => ({
  id: message.id,
  conversation_id: message.conversationId,
  role: message.role,
  content: message.content,
  media: media.map((view) => writeMessageMedia(view, baseUrl)),
  ...stateFields(message),
  created_at: unixSeconds(message.createdAtMs),
})

/** What a user says in one message. */
export const content = textOfLength(1, 32_000)

export const conversationTurnBody = t.type(
  { user_message: messageBody, assistant_message: messageBody, ...chargeFields },
  'ConversationTurnResponse',
)

export const chatTurnBody = t.type({ message: messageBody, ...chargeFields }, 'ChatTurnResponse')

export const writeConversationTurn = (
  turn: Charged<QuestionAndAnswer>,
  baseUrl: string,
): t.TypeOf<typeof conversationTurnBody> => ({
  user_message: writeMessage(turn.made.question, baseUrl),
  assistant_message: writeMessage(turn.made.answer, baseUrl),
  ...writeCharge(turn),
})

export const writeChatTurn = (turn: Charged<ChatTurn>, baseUrl: string): t.TypeOf<typeof chatTurnBody> => ({
  message: writeMessage(turn.made.answer, baseUrl),
  ...writeCharge(turn),
})
