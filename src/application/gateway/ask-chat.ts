import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ChatCompletion } from '../../domain/chat/completion.ts'
import { markRefusals } from '../../domain/chat/delivered.ts'
import type { ChatPlan } from '../../domain/chat/plan.ts'
import { refusedCompletion } from '../../domain/chat/refusal.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import type { Attempt } from '../../domain/routing/attempt.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { ChatAnswer, ChatProvider } from '../ports/chat-provider.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { chatReceipt } from './chat-receipt.ts'
import type { Circuits } from './circuits.ts'
import { judgeAnswer, type Judgement } from './judge-answer.ts'
import { tryDeployments } from './try-deployments.ts'

export interface AskChatDeps {
  /** By provider id. */
  readonly providers: ReadonlyMap<string, ChatProvider>
  readonly circuits: Circuits
  readonly tokens: TokenCounter
}

/** Every attempt failed, and what the receipt says of them. */
export interface ChatUnanswered {
  readonly failure: UpstreamFailure
  readonly receipt: Json
}

/** A whole answer, a refusal among them, and what it comes to by the model's tariff. */
export interface ChatAnswered extends Judgement {
  readonly completion: ChatCompletion
}

const askUpstream = (
  deps: AskChatDeps,
  plan: ChatPlan,
  operationId: string,
  attempts: Attempt[],
): Promise<Either<UpstreamFailure, ChatAnswer>> => {
  const { model, request } = plan
  // Without a signal: a call whose caller left runs to its end and is charged.
  const route = { ...deps, deployments: model.deployments, rule: 'chat', attempts } as const
  return tryDeployments(route, async (provider, deployment) => {
    const answer = await provider.complete({ operationId, deployment, request })
    if (isLeft(answer) || answer.right.completion.choices.length > 0) return answer
    const { upstreamRequestId } = answer.right
    return left({ tag: 'bad_answer', message: 'the answer has no choices', upstreamRequestId })
  })
}

/** Has a planned chat answered at once. Touches no money: whoever asks holds it before and ends the hold behind. */
export const askChat =
  (deps: AskChatDeps) =>
  async (plan: ChatPlan, operationId: string): Promise<Either<ChatUnanswered, ChatAnswered>> => {
    const attempts: Attempt[] = []
    const asked = await askUpstream(deps, plan, operationId, attempts)
    if (isLeft(asked) && asked.left.tag !== 'refused_content') {
      const receipt = chatReceipt(plan, { outcome: 'upstream_failed', usage: null, estimated: false, attempts })
      return left({ failure: asked.left, receipt })
    }
    const completion = isLeft(asked) ? refusedCompletion() : markRefusals(asked.right.completion)
    return right({ completion, ...(await judgeAnswer(deps.tokens, plan, completion, 'whole', attempts)) })
  }
