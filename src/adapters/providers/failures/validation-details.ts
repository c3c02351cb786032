import { arrayOf, nonEmptyOf, objectOf, objectsIn } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** What a provider's check of a request found wrong with it. */
interface ValidationDetails {
  readonly message: string
  /** The first field that is wrong; null where the provider names none. */
  readonly param: string | null
}

/** A provider may name every message of a long conversation. */
const MAX_PROBLEMS = 3

/** Where a message may have one of several shapes, its role stands behind its place: `messages.0.user.name`. */
const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

const placeOf = (problem: Wire): string | null => {
  const steps = arrayOf(problem['loc']) ?? []
  if (steps[0] !== 'body') return null
  const path = steps.slice(1).filter((step, index) => !(index === 2 && steps[1] === 'messages' && ROLES.has(step)))
  const isPath = path.length > 0 && path.every((step) => typeof step === 'string' || typeof step === 'number')
  return isPath ? path.join('.') : null
}

/**
 * The problems that FastAPI and its like name in place of a sentence: `[{loc: ['body', 'temperature'], msg: '…'}]`,
 * at some providers (Mistral) inside another `detail`. Null for anything else.
 */
export const validationDetails = (value: unknown): ValidationDetails | null => {
  const problems = objectsIn(arrayOf(value) ?? objectOf(value)?.['detail']).slice(0, MAX_PROBLEMS)
  const sentences = problems.flatMap((problem) => {
    const words = nonEmptyOf(problem['msg'])
    const place = placeOf(problem)
    return words === null ? [] : [place === null ? words : `${place}: ${words}`]
  })
  const [first] = problems
  return first === undefined || sentences.length === 0 ? null : { message: sentences.join('; '), param: placeOf(first) }
}
