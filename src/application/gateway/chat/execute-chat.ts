import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatCompletion } from '../../../domain/chat/completion.ts'
import { markRefusals } from '../../../domain/chat/output.ts'
import { questionTo } from '../../../domain/chat/plan.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import { refusedCompletion } from '../../../domain/chat/refusal.ts'
import type { ReceiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { ChatResult, ChatProvider } from '../../ports/providers/chat-provider.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'
import { chatReceipt } from '../../../domain/chat/billing/bill.ts'
import { tryDeployments } from '../routing/try-deployments.ts'
import type { CircuitBreakers } from '../routing/try-deployments.ts'
import type { WarmCaches } from '../routing/warm-caches.ts'
import { decideCharge } from './decide-charge.ts'
import type { ChargeDecision } from './decide-charge.ts'

export interface ExecuteChatDeps {
  /** By provider id. */
  readonly providers: ReadonlyMap<string, ChatProvider>
  readonly circuits: CircuitBreakers
  readonly warmCaches: WarmCaches
  readonly tokens: TokenCounter
}

/** Every attempt failed, and what the receipt says of them. */
export interface FailedChat {
  readonly failure: UpstreamFailure
  readonly receipt: ReceiptFacts
}

/** A whole answer, a refusal among them, and what it comes to by the model's tariff. */
interface BilledChat extends ChargeDecision {
  readonly completion: ChatCompletion
}

const callUpstream = (
  deps: ExecuteChatDeps,
  plan: ChatPlan,
  operationId: string,
  attempts: Attempt[],
): Promise<Either<UpstreamFailure, ChatResult>> => {
  const { model, conversationKey: key = operationId } = plan
  const conversation = { key, warmCaches: deps.warmCaches }
  // Without a signal: a call whose caller left runs to its end and is charged.
  const route = { ...deps, deployments: model.deployments, rule: 'chat', conversation, attempts } as const
  return tryDeployments(route, async (provider, deployment) => {
    const answer = await provider.complete({ operationId, ...questionTo(plan, deployment) })
    if (isLeft(answer) || answer.right.completion.choices.length > 0) return answer
    const { upstreamRequestId } = answer.right
    return left({ tag: 'bad_answer', message: 'the answer has no choices', upstreamRequestId })
  })
}

/** Gets the whole answer to a planned chat. Moves no money: the calling use case places the hold and ends it. */
export const executeChat =
  (deps: ExecuteChatDeps) =>
  async (plan: ChatPlan, operationId: string): Promise<Either<FailedChat, BilledChat>> => {
    const attempts: Attempt[] = []
    const asked = await callUpstream(deps, plan, operationId, attempts)
    if (isLeft(asked) && asked.left.tag !== 'refused_content') {
      const receipt = chatReceipt(plan, { outcome: 'upstream_failed', usage: null, estimated: false, attempts })
      return left({ failure: asked.left, receipt })
    }
    const completion = isLeft(asked) ? refusedCompletion() : markRefusals(asked.right.completion)
    return right({ completion, ...(await decideCharge(deps.tokens, plan, completion, 'whole', attempts)) })
  }
