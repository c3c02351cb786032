import type { Either } from 'fp-ts/lib/Either.js'
import type { Answer } from '../../domain/limits/idempotency.ts'
import type { StoredAnswer } from '../idempotency/idempotently.ts'
import { type Charged, chargedTurn, type ChargedTurnDeps } from './charged-turn.ts'
import { type ConversationTurnDeps, prepareConversationTurn, type Saying } from './conversation-turn.ts'
import type { Exchange } from './keep-exchange.ts'
import type { TurnFailure } from './turn-failure.ts'

export type SendMessageDeps = ChargedTurnDeps & ConversationTurnDeps

export interface SendMessageInput extends Saying {
  readonly key: string
  readonly requestHash: Uint8Array
  readonly render: (turn: Charged<Exchange>) => Answer
  readonly renderFailure: () => Answer
}

/** A text turn of a conversation: the user's message and the model's answer, at the price of its model or template. */
export const sendMessage =
  (deps: SendMessageDeps) =>
  ({
    key,
    requestHash,
    render,
    renderFailure,
    ...saying
  }: SendMessageInput): Promise<Either<TurnFailure, StoredAnswer>> => {
    const prepare = prepareConversationTurn(deps, ({ turnPriceMicro }) => turnPriceMicro)
    return chargedTurn(deps)({
      userId: saying.userId,
      scope: `conversations.messages:${saying.conversationId}`,
      key,
      requestHash,
      prepare: (operationId) => prepare(saying, operationId),
      render,
      renderFailure,
    })
  }
