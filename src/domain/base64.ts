const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const NO_DIGIT = 64

const DIGITS: Uint8Array = new Uint8Array(128).fill(NO_DIGIT)
for (let digit = 0; digit < ALPHABET.length; digit += 1) DIGITS[ALPHABET.charCodeAt(digit)] = digit

/** Where the `=` signs at the end begin: two at most. */
const endOf = (text: string): number => {
  if (text.endsWith('==')) return text.length - 2
  return text.endsWith('=') ? text.length - 1 : text.length
}

/** The bytes that a text in base64 stands for; null if it has another character or a digit too many. */
export const base64Bytes = (text: string): Uint8Array | null => {
  const end = endOf(text)
  if (end % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((end * 3) / 4))
  let [bits, bitCount, length] = [0, 0, 0]
  for (let index = 0; index < end; index += 1) {
    const digit = DIGITS[text.charCodeAt(index)] ?? NO_DIGIT
    if (digit === NO_DIGIT) return null
    bits = ((bits << 6) | digit) & 0xffff
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    bytes[length] = (bits >> bitCount) & 0xff
    length += 1
  }
  return bytes
}
