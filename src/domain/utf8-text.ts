/**
 * The lead bytes of the sequences of one length, the bits that they bring, and the least character that needs so many.
 */
const SEQUENCES = [
  { from: 0xc2, to: 0xdf, bits: 0x1f, more: 1, least: 0x80 },
  { from: 0xe0, to: 0xef, bits: 0x0f, more: 2, least: 0x800 },
  { from: 0xf0, to: 0xf4, bits: 0x07, more: 3, least: 0x10000 },
] as const

const isCharacter = (code: number): boolean => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)

/** The character that begins at this place, and how many bytes it has; null if none does. */
const sequenceAt = (bytes: Uint8Array, at: number): { readonly code: number; readonly length: number } | null => {
  const lead = bytes[at] ?? 0
  const sequence = SEQUENCES.find(({ from, to }) => lead >= from && lead <= to)
  if (sequence === undefined) return null
  let code = lead & sequence.bits
  for (let offset = 1; offset <= sequence.more; offset += 1) {
    const next = bytes[at + offset] ?? 0
    if (next >> 6 !== 2) return null
    code = (code << 6) | (next & 0x3f)
  }
  return code >= sequence.least && isCharacter(code) ? { code, length: sequence.more + 1 } : null
}

/** Joined at once: a text that grows by single characters is one piece of memory for each of them. */
const CHARACTERS_AT_A_TIME = 4_096

/** The text that bytes are in UTF-8; null if they are none. A mark of the byte order at the beginning is left out. */
export const utf8Text = (bytes: Uint8Array): string | null => {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  let text = ''
  let characters: string[] = []
  for (let at = hasMark ? 3 : 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0
    const found = byte < 0x80 ? null : sequenceAt(bytes, at)
    if (byte >= 0x80 && found === null) return null
    characters.push(String.fromCodePoint(found?.code ?? byte))
    at += found?.length ?? 1
    if (characters.length < CHARACTERS_AT_A_TIME) continue
    text += characters.join('')
    characters = []
  }
  return text + characters.join('')
}
