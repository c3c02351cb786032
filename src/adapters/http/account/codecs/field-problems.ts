import type { InvalidToken } from '../../../../domain/identity/one-time-token.ts'
import { MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH } from '../../../../domain/identity/password-policy.ts'
import type { WeakPassword } from '../../../../domain/identity/password-policy.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'

const WEAKNESS: Readonly<Record<WeakPassword['rule'], string>> = {
  too_short: `must have at least ${MIN_PASSWORD_LENGTH} characters`,
  too_long: `must have at most ${MAX_PASSWORD_LENGTH} characters`,
  common: 'must not be one of the passwords everybody tries first',
  same_as_email: 'must not be the e-mail address',
}

/** A password we do not take, as a validation error of the field it came in. */
export const passwordProblem = ({ tag, rule }: WeakPassword, field: string): ValidationError =>
  problemIn('body', [field], WEAKNESS[rule], tag)

/** A one-time token we do not take (any more), as a validation error of its field. */
export const tokenProblem = ({ tag }: InvalidToken): ValidationError =>
  problemIn('body', ['token'], 'is not valid, was used, or has expired', tag)
