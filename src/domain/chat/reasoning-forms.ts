import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { isGiven, isRecord } from '../json.ts'
import { unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { EFFORT, THINKING_BUDGET } from './reasoning-measure.ts'
import type { ChatRequest } from './request.ts'
import { SHOWN_REASONING } from './shown-reasoning.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a field of the caller's says, and where it stands. */
interface Stated {
  readonly path: string
  /** A word for how much to think, a number of tokens, or whether the thoughts are shown. */
  readonly value: string | number | boolean
}

const OPENROUTER = 'reasoning'
const GOOGLE = ['extra_body', 'google', 'thinking_config'] as const
const GOOGLE_PATH = GOOGLE.join('.')

const OPENROUTER_FIELDS: ReadonlySet<string> = new Set(['effort', 'max_tokens', 'exclude', 'enabled'])
const GOOGLE_FIELDS: ReadonlySet<string> = new Set(['thinking_budget', 'thinking_level', 'include_thoughts'])

const NOTHING: Fields = {}

const fieldsAt = (value: unknown, names: readonly string[]): Fields => {
  let at = value
  for (const name of names) at = isRecord(at) ? at[name] : null
  return isRecord(at) ? at : NOTHING
}

const stated = (path: string, value: unknown): readonly Stated[] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [{ path, value }] : []

/** No thoughts at all is one wish, in a word and as a number. */
const measure = (path: string, value: unknown): readonly Stated[] => stated(path, value === 0 ? 'none' : value)

/** At Google a budget of -1 leaves the measure to the model, as no budget does. */
const googleBudget = (tokens: unknown): unknown => (tokens === -1 ? null : tokens)

/** Google writes the words of its own enumeration in capitals as well. */
const googleLevel = (level: unknown): unknown => {
  const word = typeof level === 'string' ? level.toLowerCase() : null
  return word === 'thinking_level_unspecified' ? null : word
}

/** All that the caller says of how much to think, its plain field first. */
const measuresIn = (request: ChatRequest, openRouter: Fields, google: Fields): readonly Stated[] => [
  ...measure(EFFORT, request[EFFORT]),
  ...measure(`${OPENROUTER}.effort`, openRouter['effort']),
  ...measure(THINKING_BUDGET, openRouter['max_tokens']),
  ...(openRouter['enabled'] === false ? stated(`${OPENROUTER}.enabled`, 'none') : []),
  ...measure(`${GOOGLE_PATH}.thinking_level`, googleLevel(google['thinking_level'])),
  ...measure(`${GOOGLE_PATH}.thinking_budget`, googleBudget(google['thinking_budget'])),
]

/** All that the caller says of being shown the thoughts, its plain field first. */
const sightsIn = (request: ChatRequest, openRouter: Fields, google: Fields): readonly Stated[] => {
  const { exclude } = openRouter
  return [
    ...stated(SHOWN_REASONING, request[SHOWN_REASONING]),
    ...(typeof exclude === 'boolean' ? stated(`${OPENROUTER}.exclude`, !exclude) : []),
    ...stated(`${GOOGLE_PATH}.include_thoughts`, google['include_thoughts']),
  ]
}

/** The one thing that all of these say; null where none is stated. Left: the first that says something else. */
const agreed = (all: readonly Stated[]): Either<UnsupportedParameter, Stated | null> => {
  const [first] = all
  if (first === undefined) return right(null)
  const other = all.find(({ value }) => value !== first.value)
  return other === undefined
    ? right(first)
    : unsupportedParameter(other.path, `'${other.path}' says something else than '${first.path}'; send one of them.`)
}

/**
 * OpenRouter thinks with a medium effort where thinking is switched on and no more is stated
 * (https://openrouter.ai/docs/use-cases/reasoning-tokens, read on 2026-11-29).
 */
const SWITCHED_ON: Stated = { path: `${OPENROUTER}.enabled`, value: 'medium' }

const measureOf = (all: readonly Stated[], { enabled }: Fields): Either<UnsupportedParameter, Stated | null> => {
  const one = agreed(all)
  if (isLeft(one) || enabled !== true) return one
  const { path, value } = one.right ?? SWITCHED_ON
  return value === 'none'
    ? unsupportedParameter(SWITCHED_ON.path, `'${SWITCHED_ON.path}' says something else than '${path}'.`)
    : right({ path, value })
}

/** Who asks for thoughts in OpenRouter's form is shown them, unless it says otherwise. */
const sightOf = (explicit: Stated | null, wanted: Stated | null, openRouter: Fields): Stated | null => {
  const asksInItsForm = ['effort', 'max_tokens', 'enabled'].some((name) => isGiven(openRouter[name]))
  const isImplied = explicit === null && asksInItsForm && wanted !== null && wanted.value !== 'none'
  return isImplied ? { path: `${OPENROUTER}.exclude`, value: true } : explicit
}

/** The fields of an object but for those with these names; null where none is left that has a value. */
const without = (fields: Fields, names: ReadonlySet<string>): Fields | null => {
  const rest = Object.entries(fields).filter(([name, value]) => !names.has(name) && isGiven(value))
  return rest.length === 0 ? null : Object.fromEntries(rest)
}

/** The same at a place inside; null where nothing is left. */
const withoutInside = (value: unknown, [name, ...deeper]: readonly string[], names: ReadonlySet<string>): unknown => {
  if (!isRecord(value)) return value
  if (name === undefined) return without(value, names)
  return without({ ...value, [name]: withoutInside(value[name], deeper, names) }, new Set())
}

const restOf = ({ reasoning, extra_body: extraBody }: ChatRequest, budget: number | null) => {
  const others = withoutInside(reasoning, [], OPENROUTER_FIELDS)
  const [, ...inside] = GOOGLE
  return {
    reasoning: budget === null ? others : { ...(isRecord(others) ? others : NOTHING), max_tokens: budget },
    extra_body: withoutInside(extraBody, inside, GOOGLE_FIELDS),
  }
}

interface PlainReasoning {
  readonly request: ChatRequest
  /** Where a field of `request` stands in the caller's; null where nothing is written otherwise. */
  readonly pathOf: ((path: string) => string) | null
}

const pathsOf = (wanted: Stated | null, sight: Stated | null): ((path: string) => string) => {
  const places = new Map<string, string>()
  if (wanted !== null) places.set(typeof wanted.value === 'number' ? THINKING_BUDGET : EFFORT, wanted.path)
  if (sight !== null) places.set(SHOWN_REASONING, sight.path)
  return (path) => places.get(path) ?? path
}

/**
 * What a client says of reasoning in the forms of other services, in the fields that every adapter reads:
 * `reasoning_effort` or `reasoning.max_tokens`, and `include_reasoning`. OpenRouter's form is the object `reasoning`.
 * Google's OpenAI-compatible service reads `extra_body.google.thinking_config`, which its clients send as a field of
 * the body. Both services refuse a measure in two forms that differ, as is done here: Google's words for it stand in
 * https://github.com/Alishahryar1/free-claude-code/issues/565 of 2026-05-26. What else these objects have stays in
 * them, so that it is named.
 */
export const toPlainReasoning = (asked: ChatRequest): Either<UnsupportedParameter, PlainReasoning> => {
  const openRouter = fieldsAt(asked[OPENROUTER], [])
  const google = fieldsAt(asked, GOOGLE)
  if (openRouter === NOTHING && google === NOTHING) return right({ request: asked, pathOf: null })
  const wanted = measureOf(measuresIn(asked, openRouter, google), openRouter)
  if (isLeft(wanted)) return wanted
  const explicit = agreed(sightsIn(asked, openRouter, google))
  if (isLeft(explicit)) return explicit
  const sight = sightOf(explicit.right, wanted.right, openRouter)
  const value = wanted.right?.value ?? null
  const request = {
    ...asked,
    [EFFORT]: typeof value === 'number' ? null : value,
    ...restOf(asked, typeof value === 'number' ? value : null),
    [SHOWN_REASONING]: sight?.value ?? null,
  }
  return right({ request, pathOf: pathsOf(wanted.right, sight) })
}
