import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ChatPlan } from '../../domain/chat/plan.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import { askChat, type AskChatDeps, type ChatUnanswered } from '../gateway/ask-chat.ts'
import type { Undelivered } from './charged-turn.ts'

export interface WrittenText {
  /** Never empty. */
  readonly text: string
  readonly usage: Json
  readonly receipt: Json
}

/** What to make of an attempt that nothing came of. */
export type Unanswered<E> = (unanswered: ChatUnanswered) => Undelivered<E>

/** Whoever gave a model nothing but words and pictures is told no more than that it failed. */
export const failedAnswer: Unanswered<never> = ({ receipt }) => ({ reason: 'upstream_failed', receipt })

/** Has a model write one text. A refusal, or an answer without a word, is nothing to pay for. */
export const writeText =
  <E>(deps: AskChatDeps, unanswered: Unanswered<E>) =>
  async (plan: ChatPlan, operationId: string): Promise<Either<Undelivered<E>, WrittenText>> => {
    const asked = await askChat(deps)(plan, operationId)
    if (isLeft(asked)) return left(unanswered(asked.left))
    const { completion, verdict } = asked.right
    if (verdict.tag === 'release') return left(verdict)
    const text = completion.choices[0]?.message.content ?? ''
    const { usage, receipt } = verdict
    return text === '' ? left({ reason: 'nothing_delivered', receipt }) : right({ text, usage, receipt })
  }
