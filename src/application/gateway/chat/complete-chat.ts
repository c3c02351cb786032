import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatCompletion } from '../../../domain/chat/completion.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import { shortenedTo } from '../../../domain/chat/output-limits/affordable.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import type { NowOrLater } from '../../now-or-later.ts'
import { executeChat } from './execute-chat.ts'
import { prepareChat } from './chat-call.ts'
import type { ChatDeps, ChatFailure, ChatInput } from './chat-call.ts'
import { chatHolding } from './chat-holding.ts'
import { meteredCall } from '../metering/metered-call.ts'
import type { Metered, WorkResult } from '../metering/metered-call.ts'

export interface CompletedChat {
  readonly completion: ChatCompletion
  /** What is charged by: the provider's count, or ours where it gave none. */
  readonly usage: TokenUsage
  readonly priceMicro: bigint
}

export interface AnsweredChat extends CompletedChat {
  /** Whether the deployment that answered was not given all reasoning of earlier answers. */
  readonly lacksReasoning: boolean
  /** The limit that the answer was shortened to, in tokens of one choice; null if it was not. */
  readonly shortenedTo: number | null
}

/**
 * Carries out a chat call and answers it at once. The money is held before the upstream is asked, and
 * charged by `delivered`; on any failure it is given back.
 */
export const completeChat =
  (deps: ChatDeps) =>
  (input: ChatInput): NowOrLater<Either<ChatFailure, Metered<AnsweredChat>>> => {
    const prepared = prepareChat(deps, input)
    if (isLeft(prepared)) return prepared
    const { plan: wanted, terms } = prepared.right
    const { findSmallerHold, affordedBy } = chatHolding(deps, wanted, input, terms)

    const work = (holdMicro: bigint): Promise<WorkResult<CallFailure, AnsweredChat>> => {
      const plan = affordedBy(holdMicro)
      return executeChat(deps)(plan, { operationId: terms.operationId, memory: input.memory }).then((asked) => {
        if (isLeft(asked)) return asked
        const { verdict, ...answered } = asked.right
        return right({ answer: { ...answered, shortenedTo: shortenedTo(plan) }, verdict })
      })
    }
    return meteredCall(deps)(terms, work, findSmallerHold)
  }
