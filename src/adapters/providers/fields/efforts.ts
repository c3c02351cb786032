/** OpenAI's words for how much to think, weakest first. `none` stands apart: it asks for no thoughts. */
const EFFORTS: readonly string[] = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Whether a word asks for thoughts. */
export const isEffort = (word: unknown): word is string => typeof word === 'string' && EFFORTS.includes(word)

/**
 * The strongest of the known words that asks for no more thoughts than the caller does, else the weakest of them; null
 * where none is known. `known` is in the order of the words.
 */
export const strongestUpTo = (effort: string, known: readonly string[]): string | null => {
  const words = known.filter(isEffort)
  const asked = EFFORTS.indexOf(effort)
  return words.findLast((word) => EFFORTS.indexOf(word) <= asked) ?? words[0] ?? null
}
