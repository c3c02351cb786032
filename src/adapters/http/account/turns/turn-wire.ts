import * as t from 'io-ts'
import type { Charged } from '../../../../application/conversations/turns/charged-turn.ts'
import type { ChatTurn } from '../../../../application/conversations/turns/chat-turn.ts'
import type { Exchange } from '../../../../application/conversations/turns/store-exchange.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { walletBody, writeWallet } from '../../codecs/wallet-wire.ts'
import { amountText, textOfLength } from '../../codecs/codecs.ts'
import { messageBody, writeMessage } from '../conversations/message-wire.ts'

/** What a user says in one message. */
export const content = textOfLength(1, 32_000)

const charge = { charged: amountText, wallet: walletBody } as const

export const conversationTurnBody = t.type(
  { user_message: messageBody, assistant_message: messageBody, ...charge },
  'ConversationTurnResponse',
)

export const chatTurnBody = t.type({ message: messageBody, ...charge }, 'ChatTurnResponse')

const writeCharge = ({ chargedMicro, wallet }: Charged<unknown>) => ({
  charged: formatMicro(chargedMicro, 'TOKEN'),
  wallet: writeWallet(wallet),
})

export const writeConversationTurn = (
  turn: Charged<Exchange>,
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
