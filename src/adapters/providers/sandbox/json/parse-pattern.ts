/** A regular expression as a tree of what it writes; exact for the printable characters of ASCII. */
export type PatternNode =
  | { readonly tag: 'characters'; readonly among: string }
  /** The place before the first character, and the one behind the last. */
  | { readonly tag: 'start' }
  | { readonly tag: 'end' }
  | { readonly tag: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly tag: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly tag: 'repetition'; readonly part: PatternNode; readonly least: number; readonly most: number }

interface Reading {
  readonly pattern: string
  at: number
}

/** Longer ones are not read, and deeper groups neither. */
const MAX_CHARACTERS = 2_000
const MAX_DEPTH = 50
const MAX_REPETITIONS = 10_000
const MAX_CLASS_CHARACTERS = 1_000

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const WORD = `${LOWER}${LOWER.toUpperCase()}${DIGITS}_`
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

const ALL = Array.from(`${LOWER}${PRINTABLE}`)

const without = (excluded: string): string => ALL.filter((character) => !excluded.includes(character)).join('')

/** What a dot stands for, the likeliest first. */
const ANY = `${WORD}${without(WORD)}`

const CLASSES: Readonly<Record<string, string>> = {
  d: DIGITS,
  w: WORD,
  s: ' ',
  D: without(DIGITS),
  W: without(WORD),
  S: without(' '),
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', '0': '\0' }

/** The escape behind a backslash: the characters it stands for, or null for one that is not understood. */
const escaped = (reading: Reading): string | null => {
  const character = reading.pattern[reading.at] ?? ''
  reading.at += 1
  if (character === 'u' || character === 'x') {
    const digits = reading.pattern.slice(reading.at, reading.at + (character === 'u' ? 4 : 2))
    if (!/^[0-9a-fA-F]+$/.test(digits)) return null
    reading.at += digits.length
    return String.fromCharCode(Number.parseInt(digits, 16))
  }
  const known = CLASSES[character] ?? CONTROLS[character]
  if (known !== undefined) return known
  return /[A-Za-z1-9]/.test(character) || character === '' ? null : character
}

const rangeOf = (from: string, to: string): string => {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)]
  const length = Math.min(Math.max(last - first + 1, 0), 256)
  return Array.from({ length }, (_, index) => String.fromCharCode(first + index)).join('')
}

const classMember = (reading: Reading): string | null => {
  const character = reading.pattern[reading.at] ?? ''
  reading.at += 1
  return character === '\\' ? escaped(reading) : character
}

/** Behind `[`. */
const readClass = (reading: Reading): PatternNode | null => {
  const isNegated = reading.pattern[reading.at] === '^'
  if (isNegated) reading.at += 1
  let among = ''
  while (reading.at < reading.pattern.length && reading.pattern[reading.at] !== ']') {
    const from = classMember(reading)
    if (from === null || among.length > MAX_CLASS_CHARACTERS) return null
    const isRange = reading.pattern[reading.at] === '-' && reading.pattern[reading.at + 1] !== ']'
    if (isRange && from.length === 1) {
      reading.at += 1
      const to = classMember(reading)
      if (to === null) return null
      among += rangeOf(from, to)
    } else among += from
  }
  reading.at += 1
  return { tag: 'characters', among: isNegated ? without(among) : among }
}

const readGroup = (reading: Reading, depth: number): PatternNode | null => {
  if (reading.pattern[reading.at] === '?') {
    const named = /^\?(?::|<[A-Za-z_]\w{0,63}>)/.exec(reading.pattern.slice(reading.at, reading.at + 70))
    if (named === null) return null
    reading.at += named[0].length
  }
  const inside = readChoice(reading, depth + 1)
  reading.at += 1
  return inside
}

const readAtom = (reading: Reading, depth: number): PatternNode | null => {
  const character = reading.pattern[reading.at] ?? ''
  reading.at += 1
  switch (character) {
    case '^':
      return { tag: 'start' }
    case '$':
      return { tag: 'end' }
    case '.':
      return { tag: 'characters', among: ANY }
    case '[':
      return readClass(reading)
    case '(':
      return readGroup(reading, depth)
    case '\\': {
      const among = escaped(reading)
      return among === null ? null : { tag: 'characters', among }
    }
    default:
      return { tag: 'characters', among: character }
  }
}

/** Each repetition and how it is written. */
const SIGNS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '?': [0, 1],
  '*': [0, MAX_REPETITIONS],
  '+': [1, MAX_REPETITIONS],
}

const readRepetition = (reading: Reading, part: PatternNode): PatternNode => {
  const counted = /^\{(\d{1,5})(,(\d{0,5}))?\}/.exec(reading.pattern.slice(reading.at, reading.at + 14))
  const sign = SIGNS[reading.pattern[reading.at] ?? '']
  if (counted === null && sign === undefined) return part
  reading.at += counted?.[0].length ?? 1
  if (reading.pattern[reading.at] === '?') reading.at += 1
  const least = Number(counted?.[1] ?? sign?.[0])
  const open = counted?.[3] === '' || counted?.[3] === undefined
  const most = sign?.[1] ?? (counted?.[2] === undefined ? least : open ? MAX_REPETITIONS : Number(counted[3]))
  return { tag: 'repetition', part, least, most }
}

const readSequence = (reading: Reading, depth: number): PatternNode | null => {
  const parts: PatternNode[] = []
  while (reading.at < reading.pattern.length && !'|)'.includes(reading.pattern[reading.at] ?? '')) {
    const atom = readAtom(reading, depth)
    if (atom === null) return null
    parts.push(readRepetition(reading, atom))
  }
  return { tag: 'sequence', parts }
}

const readChoice = (reading: Reading, depth: number): PatternNode | null => {
  if (depth > MAX_DEPTH) return null
  const options: PatternNode[] = []
  for (;;) {
    const option = readSequence(reading, depth)
    if (option === null) return null
    options.push(option)
    if (reading.pattern[reading.at] !== '|') return { tag: 'choice', options }
    reading.at += 1
  }
}

/** The tree of an expression; null for one that is too long or has parts that write nothing by themselves. */
export const parsePattern = (pattern: string): PatternNode | null => {
  if (pattern.length > MAX_CHARACTERS) return null
  const reading: Reading = { pattern, at: 0 }
  const node = readChoice(reading, 0)
  return reading.at === pattern.length ? node : null
}
