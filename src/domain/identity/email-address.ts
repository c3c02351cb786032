import { type Either, left, right } from 'fp-ts/lib/Either.js'

/** An e-mail address as its owner wrote it, and the form in which two addresses are compared. */
export interface EmailAddress {
  /** In NFC; letters keep their case. */
  readonly address: string
  /** In NFC and lower case. */
  readonly folded: string
}

export type InvalidEmail = { readonly tag: 'invalid_email' }

/** RFC 5321's limits, in UTF-16 units: only an address of astral characters could be told apart, and none exists. */
const MOST_LOCAL = 64
const MOST_TOTAL = 254

/** What an unquoted local part may hold (RFC 5322 `atext`, and letters of any script by RFC 6531). */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u

/** Two labels at least, none beginning or ending with a hyphen; the last is not all digits, so no IP address. */
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u

/** Reads an address. Quoted local parts and address literals are legal mail and refused here: nobody signs up so. */
export const parseEmail = (text: string): Either<InvalidEmail, EmailAddress> => {
  const address = text.normalize('NFC')
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  const domain = address.slice(at + 1)
  const fits = local.length <= MOST_LOCAL && address.length <= MOST_TOTAL
  if (!fits || !LOCAL.test(local) || !DOMAIN.test(domain)) return left({ tag: 'invalid_email' })
  // Lower case can decompose (İ becomes i and a dot above), so it is composed once more.
  return right({ address, folded: address.toLowerCase().normalize('NFC') })
}
