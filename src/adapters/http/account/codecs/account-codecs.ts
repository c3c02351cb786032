import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { parseEmail } from '../../../../domain/identity/email-address.ts'
import type { EmailAddress } from '../../../../domain/identity/email-address.ts'
import { MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH } from '../../../../domain/identity/password-policy.ts'
import { NAME_CHARACTERS } from '../../../../domain/visible-text.ts'
import { textOfLength } from '../../codecs/codecs.ts'
import { visibleText } from '../../codecs/visible-text.ts'
import { withSchema, withSchemaOf } from '../../codecs/with-schema.ts'

/** Longer than any address or password that could be right; keeps work bounded before either is judged. */
export const credentialText = textOfLength(1, 1_024)

/** A password that is being set; whether it is a good one is judged where the account is known. */
export const passwordToSet: t.Type<string> = withSchemaOf(
  new t.Type(credentialText.name, credentialText.is, credentialText.validate, t.identity),
  credentialText,
  { minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH },
)

export const emailCodec: t.Type<EmailAddress, string, unknown> = withSchema(
  new t.Type(
    'a valid e-mail address',
    (input): input is EmailAddress => typeof input === 'object' && input !== null && 'folded' in input,
    (input, context) => {
      if (!credentialText.is(input)) return t.failure(input, context)
      const email = parseEmail(input)
      return isRight(email) ? t.success(email.right) : t.failure(input, context)
    },
    (email) => email.address,
  ),
  { type: 'string', format: 'email', maxLength: 1_024 },
)

export const displayName = visibleText(NAME_CHARACTERS)
