import { parsePattern } from './parse-pattern.ts'
import type { PatternNode } from './parse-pattern.ts'

const MAX_STEPS = 20_000

/** The trees of patterns are exact for these characters alone. */
const IS_PLAIN = /^[ -~]*$/

interface Matching {
  readonly text: string
  stepsLeft: number
}

type Places = ReadonlySet<number>

const NOWHERE: Places = new Set()

const placesWhere = (from: Places, isFit: (place: number) => boolean): Places => new Set([...from].filter(isFit))

/** Where a repetition can end. Taken as often again, a place that was reached before leads nowhere new. */
const afterRepetition = (
  { part, least, most }: Extract<PatternNode, { tag: 'repetition' }>,
  from: Places,
  matching: Matching,
): Places => {
  let reached = from
  for (let times = 0; times < least && reached.size > 0 && matching.stepsLeft > 0; times += 1) {
    reached = after(part, reached, matching)
  }
  const all = new Set(reached)
  for (let times = least; times < most && reached.size > 0 && matching.stepsLeft > 0; times += 1) {
    reached = placesWhere(after(part, reached, matching), (place) => !all.has(place))
    for (const place of reached) all.add(place)
  }
  return all
}

/** Where in the text one can be when this part was matched from any of these places. */
const after = (node: PatternNode, from: Places, matching: Matching): Places => {
  matching.stepsLeft -= 1 + from.size
  if (matching.stepsLeft < 0) return NOWHERE
  const { text } = matching
  switch (node.tag) {
    case 'characters': {
      const fitting = placesWhere(from, (place) => place < text.length && node.among.includes(text.charAt(place)))
      return new Set([...fitting].map((place) => place + 1))
    }
    case 'start':
      return placesWhere(from, (place) => place === 0)
    case 'end':
      return placesWhere(from, (place) => place === text.length)
    case 'sequence':
      return node.parts.reduce((places, part) => (places.size === 0 ? places : after(part, places, matching)), from)
    case 'choice':
      return new Set(node.options.flatMap((option) => [...after(option, from, matching)]))
    case 'repetition':
      return afterRepetition(node, from, matching)
  }
}

interface Match {
  /** Null if that is not known: for patterns that are not understood, long texts, and characters beyond ASCII. */
  readonly does: boolean | null
  readonly steps: number
}

/**
 * Whether a regular expression matches somewhere in a text. All places are followed at once, so an expression of a
 * caller costs a bounded number of steps, where one that tries them in turn may take for ever.
 */
export const matchesPattern = (pattern: string, text: string): Match => {
  const node = text.length < MAX_STEPS && IS_PLAIN.test(text) ? parsePattern(pattern) : null
  if (node === null) return { does: null, steps: pattern.length + Math.min(text.length, MAX_STEPS) }
  const matching: Matching = { text, stepsLeft: MAX_STEPS }
  const everywhere = new Set(Array.from({ length: text.length + 1 }, (_, place) => place))
  const ends = after(node, everywhere, matching)
  const steps = pattern.length + MAX_STEPS - Math.max(matching.stepsLeft, 0)
  return { does: matching.stepsLeft < 0 ? null : ends.size > 0, steps }
}
