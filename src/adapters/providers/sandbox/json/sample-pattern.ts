import { parsePattern } from './parse-pattern.ts'
import type { PatternNode } from './parse-pattern.ts'

const MAX_CHARACTERS = 10_000
const MAX_STEPS = 10_000

interface Writing {
  text: string
  /** Repetitions beyond the least that may still be spent, to reach a length or to differ from earlier texts. */
  extra: number
  /** Which characters of a class are taken. */
  readonly variant: number
  /** Parts that write nothing could be repeated without end. */
  stepsLeft: number
}

const write = (node: PatternNode, writing: Writing): boolean => {
  writing.stepsLeft -= 1
  if (writing.text.length > MAX_CHARACTERS || writing.stepsLeft < 0) return false
  switch (node.tag) {
    case 'characters': {
      const { among } = node
      if (among.length === 0) return false
      writing.text += among[writing.variant % among.length] ?? ''
      return true
    }
    case 'start':
    case 'end':
      return true
    case 'sequence':
      return node.parts.every((part) => write(part, writing))
    case 'choice':
      return node.options.some((option) => write(option, writing))
    case 'repetition': {
      const more = Math.min(writing.extra, node.most - node.least, MAX_CHARACTERS)
      writing.extra -= more
      for (let times = 0; times < node.least + more; times += 1) {
        if (!write(node.part, writing)) return false
      }
      return true
    }
  }
}

const textOf = (node: PatternNode, extra: number, variant: number): string | null => {
  const writing: Writing = { text: '', extra, variant, stepsLeft: MAX_STEPS }
  return write(node, writing) ? writing.text : null
}

/**
 * A text of at least `least` characters that a regular expression matches, made from its grammar: the expression
 * itself comes from a caller and is never run. Null for what is not understood (assertions, back references).
 */
export const samplePattern = (pattern: string, least: number, variant: number): string | null => {
  const node = parsePattern(pattern)
  if (node === null) return null
  const shortest = textOf(node, 0, variant)
  if (shortest === null || shortest.length >= least) return shortest
  const longer = textOf(node, least - shortest.length, variant)
  return longer !== null && longer.length >= least ? longer : null
}
