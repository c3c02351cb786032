import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { effortOf, measureFieldOf, thinkingBudgetOf } from '../../../../domain/chat/reasoning-measure.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { asksToSeeReasoning, isWishUnfulfilled, SHOWN_REASONING } from '../../../../domain/chat/shown-reasoning.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import type { Wire } from '../../wire.ts'
import type { GoogleParameters } from '../deployment-parameters.ts'

/** Both ladders side by side, weakest first: the caller's words, Google's words, and tokens as Google reckons them. */
const STEPS: readonly { readonly effort: string; readonly level: string; readonly tokens: number }[] = [
  { effort: 'none', level: '', tokens: 0 },
  { effort: 'minimal', level: 'minimal', tokens: 1_024 },
  { effort: 'low', level: 'low', tokens: 1_024 },
  { effort: 'medium', level: 'medium', tokens: 8_192 },
  { effort: 'high', level: 'high', tokens: 24_576 },
  { effort: 'xhigh', level: 'xhigh', tokens: Number.POSITIVE_INFINITY },
  { effort: 'max', level: '', tokens: Number.POSITIVE_INFINITY },
]

/** The part of an answer's limit that is thought away at most, so that words are left. */
const SHARE_OF_LIMIT = 0.8

/** The model's own measure. Thoughts are shown only by a model that is asked to think. */
const OWN_MEASURE = -1

/** A `thinkingConfig`, or null if the model is asked for nothing: how much to think, and whether to show it. */
export const toThinkingConfig = (
  request: Pick<ChatRequest, string>,
  parameters: GoogleParameters,
  limit: number | null = null,
): Either<UpstreamFailure, Wire | null> => {
  const measure = toMeasure(request, parameters, limit)
  if (isLeft(measure) || !asksToSeeReasoning(request) || !canThink(parameters)) return measure
  const asked = measure.right ?? (parameters.thinkingBudget === null ? {} : { thinkingBudget: OWN_MEASURE })
  return right(asked['thinkingBudget'] === 0 ? asked : { ...asked, includeThoughts: true })
}

/** What a request asks of thinking and the model is not asked, by the names of the caller's fields. */
export const unheardOfThinking = (
  request: Pick<ChatRequest, string>,
  parameters: GoogleParameters,
): readonly string[] => {
  const isHeard = canThink(parameters)
  const measured = measureFieldOf(request)
  return [
    ...(isHeard || measured === null ? [] : [measured]),
    ...(isWishUnfulfilled(request, isHeard && asksToSeeReasoning(request)) ? [SHOWN_REASONING] : []),
  ]
}

/** Google refuses a wish for thoughts of a model that has none. */
const canThink = ({ thinkingBudget, thinkingLevels, neverThinks }: GoogleParameters): boolean =>
  !neverThinks && (thinkingBudget !== null || thinkingLevels.length > 0)

/** How much to think, or null if the model's own measure holds. What a model cannot do is moved to the nearest. */
const toMeasure = (
  request: Pick<ChatRequest, string>,
  { thinkingBudget, thinkingLevels }: GoogleParameters,
  limit: number | null,
): Either<UpstreamFailure, Wire | null> => {
  const effort = effortOf(request)
  if (effort === undefined || effort === null) return right(null)
  const wanted = STEPS.findIndex((step) => step.effort === effort)
  if (wanted === -1) return unsupported('reasoning_effort', 'No such effort is known.')
  if (thinkingBudget !== null) {
    const within = limit === null ? Number.POSITIVE_INFINITY : Math.floor(limit * SHARE_OF_LIMIT)
    const tokens = Math.min(thinkingBudgetOf(request) ?? STEPS[wanted]?.tokens ?? 0, within)
    return right({ thinkingBudget: Math.max(thinkingBudget.min, Math.min(thinkingBudget.max, tokens)) })
  }
  const strongEnough = thinkingLevels.find((level) => rankOf(level) >= wanted)
  const level = strongEnough ?? thinkingLevels.at(-1)
  return right(level === undefined ? null : { thinkingLevel: level })
}

const rankOf = (level: string): number => STEPS.findIndex((step) => step.level === level)
