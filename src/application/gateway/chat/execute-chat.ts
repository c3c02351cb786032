import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatCompletion } from '../../../domain/chat/completion.ts'
import type { Deployment } from '../../../domain/catalog/model.ts'
import { markRefusals } from '../../../domain/chat/answers/output.ts'
import { lacksReasoning } from '../../../domain/chat/native.ts'
import { questionTo } from '../../../domain/chat/plan.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import { refusedCompletion } from '../../../domain/chat/answers/refusal.ts'
import { unansweredReason } from '../../../domain/routing/attempt.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { noteOutput } from './note-output.ts'
import type { ChatCall, ChatResult, ChatProvider } from '../../ports/providers/chat-provider.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'
import { unanswered } from '../metering/unanswered.ts'
import type { Unanswered } from '../metering/unanswered.ts'
import { tryDeployments } from '../routing/try-deployments.ts'
import type { KeptLimits } from '../routing/kept-limits.ts'
import type { CircuitBreakers } from '../routing/circuit-breakers.ts'
import type { WarmCaches } from '../routing/warm-caches.ts'
import { decideCharge } from './decide-charge.ts'
import type { ChargeDecision } from './decide-charge.ts'

export interface ExecuteChatDeps {
  /** By provider id. */
  readonly providers: ReadonlyMap<string, ChatProvider>
  readonly circuits: CircuitBreakers
  readonly warmCaches: WarmCaches
  readonly tokens: TokenCounter
  readonly keptLimits: KeptLimits
}

/** A whole answer, a refusal among them, and what it comes to by the model's tariff. */
interface BilledChat extends ChargeDecision {
  readonly completion: ChatCompletion
  /** Whether the deployment that answered was not given all reasoning of earlier answers. */
  readonly lacksReasoning: boolean
}

/** An answer without choices is none. */
const requireChoices = (answered: Either<UpstreamFailure, ChatResult>): Either<UpstreamFailure, ChatResult> => {
  if (isLeft(answered) || answered.right.completion.choices.length > 0) return answered
  const { upstreamRequestId } = answered.right
  return left(badAnswer('the answer has no choices', upstreamRequestId))
}

type ExecutedCall = Pick<ChatCall, 'operationId' | 'memory'>

/** Gets the whole answer to a planned chat. Moves no money: the calling use case places the hold and ends it. */
export const executeChat =
  (deps: ExecuteChatDeps) =>
  async (plan: ChatPlan, { operationId, memory }: ExecutedCall): Promise<Either<Unanswered, BilledChat>> => {
    const { model, native, conversationKey: key = operationId } = plan
    const { providers, circuits, warmCaches } = deps
    const conversation = { key, warmCaches, sealMark: native?.sealedReasoning?.sealMarks.at(-1) }
    const attempts: Attempt[] = []
    let lacking = false
    let asked: Deployment | null = null
    // Without a signal: a call whose caller left runs to its end and is charged.
    const route = { providers, circuits, deployments: model.deployments, rule: 'chat', conversation, attempts } as const
    const answer = await tryDeployments(route, (provider, deployment, leavesOutReasoning) => {
      asked = deployment
      lacking = leavesOutReasoning || lacksReasoning(deployment, native)
      const question = { operationId, ...questionTo(plan, deployment), leavesOutReasoning, memory }
      return provider.complete(question).then(requireChoices)
    })
    // A refusal of the content is an answer, as where the model itself refuses.
    if (isLeft(answer) && unansweredReason(answer.left) !== 'refused') {
      return left(unanswered({ ...plan, attempts }, answer.left))
    }
    const completion = isLeft(answer) ? refusedCompletion() : markRefusals(answer.right.completion)
    const deciding = decideCharge(deps.tokens, plan, completion, 'whole', attempts)
    const decision = deciding instanceof Promise ? await deciding : deciding
    noteOutput(deps.keptLimits, { plan, operationId, deployment: asked }, decision.usage)
    return right({ completion, lacksReasoning: lacking, ...decision })
  }
