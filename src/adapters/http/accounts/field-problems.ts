import type { InvalidToken } from '../../../domain/identity/one-time-token.ts'
import {
  LEAST_PASSWORD_LENGTH,
  MOST_PASSWORD_LENGTH,
  type WeakPassword,
} from '../../../domain/identity/password-policy.ts'
import type { AccountFailure } from '../failures.ts'

const WEAKNESS: Readonly<Record<WeakPassword['rule'], string>> = {
  too_short: `must have at least ${LEAST_PASSWORD_LENGTH} characters`,
  too_long: `must have at most ${MOST_PASSWORD_LENGTH} characters`,
  common: 'must not be one of the passwords everybody tries first',
  same_as_email: 'must not be the e-mail address',
}

const inBody = (field: string, message: string, type: string): AccountFailure => ({
  tag: 'validation_error',
  problems: [{ place: 'body', path: [field], message, type }],
})

/** A password we do not take, as a validation error of the field it came in. */
export const passwordProblem = ({ tag, rule }: WeakPassword, field: string): AccountFailure =>
  inBody(field, WEAKNESS[rule], tag)

/** A one-time token we do not take (any more), as a validation error of its field. */
export const tokenProblem = ({ tag }: InvalidToken): AccountFailure =>
  inBody('token', 'is not valid, was used, or has expired', tag)
