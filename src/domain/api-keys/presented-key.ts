/** What every API key begins with, so that people and secret scanners know one when they see it. */
export const KEY_START = 'sk-aiagg-'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Base 62 digits that any 256-bit number fits in. */
const SECRET_LENGTH = 43
export const SECRET_BYTES = 32

const SHAPE = /^sk-aiagg-[0-9A-Za-z]{43}$/

/** Whether the text could be a key at all; saves hashing and a look-up for what cannot. */
export const hasKeyShape = (presented: string): boolean => SHAPE.test(presented)

/** Writes 32 random bytes as a key. All keys have one length. */
export const writeKey = (secret: Uint8Array): string => {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`an API key is made of ${SECRET_BYTES} bytes`)
  let rest = secret.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let digits = ''
  for (let place = 0; place < SECRET_LENGTH; place += 1) {
    digits = DIGITS.charAt(Number(rest % 62n)) + digits
    rest /= 62n
  }
  return KEY_START + digits
}

/** What lists show of a key, enough to recognise it and far too little to use it. */
export const shownParts = (key: string): { readonly prefix: string; readonly lastFour: string } => ({
  prefix: key.slice(0, KEY_START.length + 3),
  lastFour: key.slice(-4),
})

/** A key in one word, as mail names it. */
export const shownKey = ({ prefix, lastFour }: ReturnType<typeof shownParts>): string => `${prefix}…${lastFour}`
