import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { toPlainReasoning } from '../../../../domain/chat/reasoning-forms.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { CallersPath } from '../../paid-calls/in-callers-terms.ts'
import { toNewerForm } from './older-form.ts'
import type { NewerForm } from './older-form.ts'

/** A chat request in the one form that the core reads, whatever form of a field its client knows. */
export const readRequest = (asked: Parameters<typeof toNewerForm>[0]): Either<UnsupportedParameter, NewerForm> => {
  const newer = toNewerForm(asked)
  if (isLeft(newer)) return newer
  const plain = toPlainReasoning(newer.right.request)
  if (isLeft(plain)) return plain
  const { isOlder } = newer.right
  return right({ request: plain.right.request, isOlder, pathOf: joined(plain.right.pathOf, newer.right.pathOf) })
}

/** Each of the two knows the places of other fields. */
const joined = (one: CallersPath | null, other: CallersPath | null): CallersPath | null =>
  one === null || other === null ? (one ?? other) : (path) => other(one(path))
