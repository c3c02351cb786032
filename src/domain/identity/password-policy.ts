import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import type { EmailAddress } from './email-address.ts'
import { foldCase } from './fold-case.ts'

/** Code points. */
export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 128

export type WeakPassword = {
  readonly tag: 'weak_password'
  readonly rule: 'too_short' | 'too_long' | 'common' | 'same_as_email'
}

/**
 * A password in NFC: two keyboards may write the same character in two ways. Only this form is hashed and compared.
 */
export const normalPassword = (password: string): string => password.normalize('NFC')

const weak = (rule: WeakPassword['rule']): Either<WeakPassword, string> => left({ tag: 'weak_password', rule })

/**
 * Judges a new password and returns the form to hash. Length and guessability decide; the kinds of its characters do
 * not (NIST SP 800-63B).
 */
export const checkPassword = (password: string, email: EmailAddress): Either<WeakPassword, string> => {
  const normal = normalPassword(password)
  const length = Array.from(normal).length
  if (length < MIN_PASSWORD_LENGTH) return weak('too_short')
  if (length > MAX_PASSWORD_LENGTH) return weak('too_long')
  const folded = foldCase(normal)
  if (folded === email.folded) return weak('same_as_email')
  return COMMON_PASSWORDS.has(folded) ? weak('common') : right(normal)
}
