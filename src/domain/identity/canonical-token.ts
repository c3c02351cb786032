/** The last characters that leave no bit unused, by the remainder of the part's length divided by four. */
const LAST: Readonly<Record<number, RegExp>> = { 0: /^[\w-]$/, 2: /^[AQgw]$/, 3: /^[AEIMQUYcgkosw048]$/ }

/** Base64url has several spellings of the same bytes unless the unused bits of the last character are zero. */
const isCanonicalPart = (part: string): boolean =>
  /^[\w-]+$/.test(part) && (LAST[part.length % 4]?.test(part.slice(-1)) ?? false)

/**
 * Whether a signed token (RFC 7515, compact form) is spelt as its signer spells it. Otherwise a client could present
 * one token in several spellings, and each would count as another token.
 */
export const isCanonicalToken = (token: string): boolean => {
  const parts = token.split('.', 4)
  return parts.length === 3 && parts.every(isCanonicalPart)
}
