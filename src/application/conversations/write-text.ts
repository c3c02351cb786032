import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ChatPlan } from '../../domain/chat/plan.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import { askChat, type AskChatDeps } from '../gateway/ask-chat.ts'
import type { Undelivered } from './charged-turn.ts'

export interface WrittenText {
  /** Never empty. */
  readonly text: string
  readonly usage: Json
  readonly receipt: Json
}

/** Has a model write one text. A refusal, or an answer without a word, is nothing to pay for. */
export const writeText =
  (deps: AskChatDeps) =>
  async (plan: ChatPlan, operationId: string): Promise<Either<Undelivered, WrittenText>> => {
    const asked = await askChat(deps)(plan, operationId)
    if (isLeft(asked)) return left({ reason: 'upstream_failed', receipt: asked.left.receipt })
    const { completion, verdict } = asked.right
    if (verdict.tag === 'release') return left(verdict)
    const text = completion.choices[0]?.message.content ?? ''
    const { usage, receipt } = verdict
    return text === '' ? left({ reason: 'nothing_delivered', receipt }) : right({ text, usage, receipt })
  }
