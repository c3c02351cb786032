import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ChatCompletion } from '../../domain/chat/completion.ts'
import { markRefusals } from '../../domain/chat/delivered.ts'
import type { ChatPlan } from '../../domain/chat/plan.ts'
import { refusedCompletion } from '../../domain/chat/refusal.ts'
import type { TokenUsage } from '../../domain/pricing/usage.ts'
import type { Attempt } from '../../domain/routing/attempt.ts'
import { type GatewayFailure, toGatewayFailure } from '../../domain/routing/gateway-failure.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { ChatAnswer } from '../ports/chat-provider.ts'
import { type ChatDeps, type ChatFailure, type ChatInput, prepareChat } from './chat-call.ts'
import { chatReceipt } from './chat-receipt.ts'
import { judgeAnswer } from './judge-answer.ts'
import { type Metered, meteredCall, type Work } from './metered-call.ts'
import { tryDeployments } from './try-deployments.ts'

export interface WholeChat {
  readonly completion: ChatCompletion
  /** What is charged by: the vendor's count, or ours where it gave none. */
  readonly usage: TokenUsage
  readonly priceMicro: bigint
}

const askUpstream = (
  deps: ChatDeps,
  plan: ChatPlan,
  operationId: string,
  attempts: Attempt[],
): Promise<Either<UpstreamFailure, ChatAnswer>> => {
  // Never aborted: a call whose caller left runs to its end and is charged.
  const { signal } = new AbortController()
  const { model, request } = plan
  const route = { ...deps, deployments: model.deployments, rule: 'chat', signal, attempts } as const
  return tryDeployments(route, async (provider, deployment) => {
    const answer = await provider.complete({ operationId, deployment, request, signal })
    if (isLeft(answer) || answer.right.completion.choices.length > 0) return answer
    const { upstreamRequestId } = answer.right
    return left({ tag: 'bad_answer', message: 'the answer has no choices', upstreamRequestId })
  })
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

    return meteredCall(deps)(terms, async (): Promise<Work<GatewayFailure, WholeChat>> => {
      const attempts: Attempt[] = []
      const asked = await askUpstream(deps, plan, terms.operationId, attempts)
      if (isLeft(asked) && asked.left.tag !== 'refused_content') {
        const receipt = chatReceipt(plan, { outcome: 'upstream_failed', usage: null, estimated: false, attempts })
        return left({ failure: toGatewayFailure(asked.left), receipt })
      }
      const completion = isLeft(asked) ? refusedCompletion() : markRefusals(asked.right.completion)
      const { usage, priceMicro, verdict } = await judgeAnswer(deps.tokens, plan, completion, 'whole', attempts)
      return right({ answer: { completion, usage, priceMicro }, verdict })
    })
  }
