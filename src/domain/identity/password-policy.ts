import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import type { EmailAddress } from './email-address.ts'

/** Code points. */
export const LEAST_PASSWORD_LENGTH = 10
export const MOST_PASSWORD_LENGTH = 128

export type WeakPassword = {
  readonly tag: 'weak_password'
  readonly rule: 'too_short' | 'too_long' | 'common' | 'same_as_email'
}

/** A password in NFC: two keyboards may write the same letter in two ways. Hash and compare this form only. */
export const normalPassword = (password: string): string => password.normalize('NFC')

const weak = (rule: WeakPassword['rule']): Either<WeakPassword, string> => left({ tag: 'weak_password', rule })

/**
 * Judges a new password and returns the form to hash. Length and guessability decide; which kinds of characters
 * it is made of does not.
 */
export const checkPassword = (password: string, email: EmailAddress): Either<WeakPassword, string> => {
  const normal = normalPassword(password)
  const length = Array.from(normal).length
  if (length < LEAST_PASSWORD_LENGTH) return weak('too_short')
  if (length > MOST_PASSWORD_LENGTH) return weak('too_long')
  const folded = normal.toLowerCase().normalize('NFC')
  if (folded === email.folded) return weak('same_as_email')
  return COMMON_PASSWORDS.has(folded) ? weak('common') : right(normal)
}
