/** The text that every API key begins with. People and secret scanners recognise a key by it. */
const KEY_PREFIX = 'sk-aiagg-'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** A number of 256 bits has at most this many digits in base 62. */
const SECRET_LENGTH = 43
export const SECRET_BYTES = 32

const SHAPE = /^sk-aiagg-[0-9A-Za-z]{43}$/

/** Whether the text has the form of a key. A text without it needs neither hashing nor a look-up. */
export const hasKeyFormat = (presented: string): boolean => SHAPE.test(presented)

/**
 * Writes 32 random bytes as a key. All keys have the same length. Throws a `RangeError` on any other number of bytes.
 *
 * Example: `encodeKey(new Uint8Array(32))` is `sk-aiagg-` followed by 43 zeros.
 */
export const encodeKey = (secret: Uint8Array): string => {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`an API key is made of ${SECRET_BYTES} bytes`)
  let rest = secret.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let digits = ''
  for (let place = 0; place < SECRET_LENGTH; place += 1) {
    digits = DIGITS.charAt(Number(rest % 62n)) + digits
    rest /= 62n
  }
  return KEY_PREFIX + digits
}

/**
 * The parts of a key that a list shows: the owner recognises the key by them, and no reader of the list can use them.
 */
export const maskedParts = (key: string): { readonly prefix: string; readonly lastFour: string } => ({
  prefix: key.slice(0, KEY_PREFIX.length + 3),
  lastFour: key.slice(-4),
})

/** A key as a mail names it, for example `sk-aiagg-AbC…wxyz`. */
export const maskedKey = ({ prefix, lastFour }: ReturnType<typeof maskedParts>): string => `${prefix}…${lastFour}`
