import { nullish, textOfLength } from '../codecs/codecs.ts'

const MAX_REASON_CHARACTERS = 500

/** Why an operator does it, where a reason may be left out. It stands in the log of operators. */
export const reasonText = nullish(textOfLength(1, MAX_REASON_CHARACTERS))
