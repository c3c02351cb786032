/** The last characters that leave no bit unused, by how many characters stand over a multiple of four. */
const LAST: Readonly<Record<number, RegExp>> = { 0: /^[\w-]$/, 2: /^[AQgw]$/, 3: /^[AEIMQUYcgkosw048]$/ }

/** Base64url has several spellings of the same bytes unless the unused bits of the last character are zero. */
const isCanonicalPart = (part: string): boolean =>
  /^[\w-]+$/.test(part) && (LAST[part.length % 4]?.test(part.slice(-1)) ?? false)

/**
 * Whether a signed token (RFC 7515, compact) is spelt in the one way its signer spells it, so that one token cannot
 * be shown as several.
 */
export const isCanonicalToken = (token: string): boolean => {
  const parts = token.split('.', 4)
  return parts.length === 3 && parts.every(isCanonicalPart)
}
