import { nullish } from '../codecs/codecs.ts'
import { visibleText } from '../codecs/visible-text.ts'

const MAX_REASON_CHARACTERS = 500

/** Why an operator does it, where a reason may be left out. It stands in the log of operators. */
export const reasonText = nullish(visibleText(MAX_REASON_CHARACTERS))
