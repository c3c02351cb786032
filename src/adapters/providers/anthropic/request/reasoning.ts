import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { effortOf, thinkingBudgetOf } from '../../../../domain/chat/reasoning-measure.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { asksToSeeReasoning, showsReasoning } from '../../../../domain/chat/shown-reasoning.ts'
import { LEAST_THINKING_BUDGET } from '../../../../domain/chat/output-limits/thinking-budget.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import { strongestUpTo } from '../../fields/efforts.ts'
import type { Wire } from '../../wire.ts'
import type { AnthropicParameters } from '../deployment-parameters.ts'

export interface ReasoningFields {
  readonly thinking?: Wire
  /** Of `output_config`. */
  readonly effort?: string
}

/** OpenAI's words with the part of the output limit that is thought away at most. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ['minimal', 0.1],
  ['low', 0.2],
  ['medium', 0.5],
  ['high', 0.8],
  ['xhigh', 0.9],
  ['max', 0.95],
])

/**
 * How much the model is to think and whether it shows that, in the form that it takes; nothing where it takes none, or
 * none is asked for.
 */
export const toReasoningFields = (
  request: Pick<ChatRequest, string>,
  maxTokens: number,
  rules: Pick<AnthropicParameters, 'reasoning' | 'efforts' | 'leastThinking'>,
): Either<UpstreamFailure, ReasoningFields> => {
  const measure = toMeasure(request, maxTokens, rules)
  if (isLeft(measure)) return measure
  const { thinking = sightOf(request, rules), ...rest } = measure.right
  if (thinking === undefined) return measure
  const isHidden = showsReasoning(request) === false && thinking['type'] !== 'disabled'
  return right({ ...rest, thinking: isHidden ? { ...thinking, display: 'omitted' } : thinking })
}

/** Thoughts are shown only where the model is asked to think. A budget for them would be a guess. */
const sightOf = (
  request: Pick<ChatRequest, string>,
  { reasoning }: Pick<AnthropicParameters, 'reasoning'>,
): Wire | undefined => (reasoning === 'adaptive' && asksToSeeReasoning(request) ? SHOWN : undefined)

const SHOWN: Wire = { type: 'adaptive', display: 'summarized' }

/** Whether a model that is asked so shows what it thinks. */
export const isShown = (thinking: Wire | undefined): boolean =>
  thinking?.['display'] === 'summarized' || (thinking?.['type'] === 'enabled' && thinking['display'] !== 'omitted')

const toMeasure = (
  request: Pick<ChatRequest, string>,
  maxTokens: number,
  rules: Pick<AnthropicParameters, 'reasoning' | 'efforts' | 'leastThinking'>,
): Either<UpstreamFailure, ReasoningFields> => {
  const effort = effortOf(request)
  if (effort === undefined || effort === null) return right({})
  const share = typeof effort === 'string' ? WORDS.get(effort) : undefined
  if (typeof effort !== 'string' || (share === undefined && effort !== 'none')) {
    return unsupported('reasoning_effort', 'This model does not know this reasoning effort.')
  }
  switch (rules.reasoning) {
    case 'none':
      return right({})
    case 'budget':
      return right(
        share === undefined
          ? { thinking: { type: 'disabled' } }
          : budgetOf(thinkingBudgetOf(request) ?? maxTokens * share, maxTokens),
      )
    case 'adaptive':
      return right(share === undefined ? leastOf(rules) : adaptiveOf(effort, rules.efforts))
  }
}

/** Where the limit leaves no room to think, nothing is thought. */
const budgetOf = (tokens: number, maxTokens: number): ReasoningFields =>
  maxTokens <= LEAST_THINKING_BUDGET
    ? {}
    : {
        thinking: {
          type: 'enabled',
          budget_tokens: Math.max(LEAST_THINKING_BUDGET, Math.min(Math.floor(tokens), maxTokens - 1)),
        },
      }

const adaptiveOf = (effort: string, efforts: readonly string[]): ReasoningFields => {
  const word = strongestUpTo(effort, efforts)
  return word === null ? { thinking: SHOWN } : { thinking: SHOWN, effort: word }
}

const leastOf = ({
  leastThinking,
  efforts,
}: Pick<AnthropicParameters, 'leastThinking' | 'efforts'>): ReasoningFields => {
  switch (leastThinking) {
    case 'disabled':
      return { thinking: { type: 'disabled' } }
    case 'between_tools':
      return { thinking: { type: 'between_tools' } }
    case 'low_effort':
      return efforts[0] === undefined ? {} : { effort: efforts[0] }
  }
}
