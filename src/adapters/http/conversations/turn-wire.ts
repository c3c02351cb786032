import * as t from 'io-ts'
import type { Charged } from '../../../application/conversations/charged-turn.ts'
import type { ChatTurn } from '../../../application/conversations/chat-turn.ts'
import type { Exchange } from '../../../application/conversations/keep-exchange.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'
import { walletBody, writeWallet } from '../wallet-wire.ts'
import { amountText, textOfLength } from '../codecs.ts'
import { messageBody, writeMessage } from './message-wire.ts'

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
