import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ChatCompletion } from '../../domain/chat/completion.ts'
import type { TokenUsage } from '../../domain/pricing/usage.ts'
import { type GatewayFailure, toGatewayFailure } from '../../domain/routing/gateway-failure.ts'
import { askChat } from './ask-chat.ts'
import { type ChatDeps, type ChatFailure, type ChatInput, prepareChat } from './chat-call.ts'
import { countPrompt } from './count-prompt.ts'
import { type Metered, meteredCall, type Work } from './metered-call.ts'

export interface WholeChat {
  readonly completion: ChatCompletion
  /** What is charged by: the vendor's count, or ours where it gave none. */
  readonly usage: TokenUsage
  readonly priceMicro: bigint
}

/**
 * Carries out a chat call and answers it at once. The money is held before the upstream is asked, and
 * charged by `delivered`; on any failure it is given back.
 */
export const completeChat =
  (deps: ChatDeps) =>
  async (input: ChatInput): Promise<Either<ChatFailure, Metered<WholeChat>>> => {
    const prepared = prepareChat(deps, input)
    if (isLeft(prepared)) return prepared
    const { plan, terms } = prepared.right

    const work = async (holdMicro: bigint): Promise<Work<GatewayFailure, WholeChat>> => {
      const asked = await askChat(deps)({ ...plan, holdMicro }, terms.operationId)
      if (isLeft(asked)) return left({ failure: toGatewayFailure(asked.left.failure), receipt: asked.left.receipt })
      const { verdict, ...answer } = asked.right
      return right({ answer, verdict })
    }
    return meteredCall(deps)(terms, work, countPrompt(deps.tokens, plan))
  }
