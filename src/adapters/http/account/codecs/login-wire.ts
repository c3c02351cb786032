import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { parseEmail } from '../../../../domain/identity/email-address.ts'
import { credentialText } from './account-codecs.ts'

/** What is no address, or no allowed password, is a wrong one: the answer to all of them is the same 401. */
export const loginBody = t.type({ email: credentialText, password: credentialText }, 'LoginRequest')

/** The case-folded address; null of a text that is none. */
export const foldedEmailOf = (text: string): string | null => {
  const email = parseEmail(text)
  return isRight(email) ? email.right.folded : null
}
