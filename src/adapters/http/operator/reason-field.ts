import { REASON_CHARACTERS } from '../../../domain/visible-text.ts'
import { nullish } from '../codecs/codecs.ts'
import { visibleText } from '../codecs/visible-text.ts'

/** Why an operator does it to an account or its money. It stands in the log of operators. */
export const reasonField = visibleText(REASON_CHARACTERS)

const MAX_OPTIONAL_CHARACTERS = 500

/** The same where a reason may be left out, and only operators read it. */
export const optionalReason = nullish(visibleText(MAX_OPTIONAL_CHARACTERS))
