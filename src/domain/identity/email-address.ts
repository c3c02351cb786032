import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { foldCase } from './fold-case.ts'

/** An e-mail address as its owner wrote it, and the form in which two addresses are compared. */
export interface EmailAddress {
  /** In NFC, with upper and lower case as written. */
  readonly address: string
  /** In NFC and lower case. */
  readonly folded: string
}

type InvalidEmail = { readonly tag: 'invalid_email' }

/**
 * RFC 5321's limits, counted in UTF-16 units. Only an address of astral characters would differ by code points, and
 * none exists.
 */
const MAX_LOCAL_PART_LENGTH = 64
const MAX_EMAIL_LENGTH = 254

/** The characters of an unquoted local part (RFC 5322 `atext`, and letters of any script by RFC 6531). */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u

/**
 * At least two labels, none with a hyphen at its beginning or end. The last label is not all digits, so no IP address
 * matches.
 */
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u

/**
 * Reads an address. Quoted local parts and address literals are legal mail (RFC 5321) and are refused: no user signs up
 * with one.
 */
export const parseEmail = (text: string): Either<InvalidEmail, EmailAddress> => {
  const address = text.normalize('NFC')
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  const domain = address.slice(at + 1)
  const fits = local.length <= MAX_LOCAL_PART_LENGTH && address.length <= MAX_EMAIL_LENGTH
  if (!fits || !LOCAL.test(local) || !DOMAIN.test(domain)) return left({ tag: 'invalid_email' })
  return right({ address, folded: foldCase(address) })
}
