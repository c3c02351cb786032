import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { SelfRegister } from '../../../../application/accounts/registration/self-register.ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import { json } from '../../sending/http-response.ts'
import { nullish, unixTime } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { languageHeaders, localeOf } from '../codecs/caller-headers.ts'
import { displayName, emailCodec, passwordToSet } from '../codecs/account-codecs.ts'
import { passwordProblem } from '../codecs/field-problems.ts'
import { accountSurface } from '../surface.ts'

const body = t.type(
  { email: emailCodec, password: passwordToSet, display_name: nullish(displayName) },
  'RegisterRequest',
)

const registered = t.type(
  { id: t.string, email: t.string, email_verified: t.boolean, created_at: unixTime },
  'RegisterResponse',
)

export const registerEndpoint = (register: SelfRegister): Endpoint =>
  endpoint({
    id: 'register',
    securityEvent: 'registration',
    method: 'POST',
    path: '/v1/auth/register',
    surface: accountSurface,
    auth: 'none',
    group: 'Auth',
    summary: 'Open an account; a mail asks to verify the address',
    headers: languageHeaders,
    body,
    success: { status: 201, description: 'The account, with an empty wallet of each currency.', body: registered },
    failures: ['registration_closed', 'email_taken'],
    signInLimit: { account: ({ email }) => email.folded },
    handle: async ({ headers, body: { email, password, display_name } }) => {
      const registration = { email, password, displayName: display_name ?? null }
      const user = await register({ ...registration, locale: localeOf(headers) })
      if (isLeft(user)) {
        return left(user.left.tag === 'weak_password' ? passwordProblem(user.left, 'password') : user.left)
      }
      const { id, email: address, emailVerified, createdAt } = user.right
      const created_at = secondsOf(createdAt)
      return right(json(201, { id, email: address, email_verified: emailVerified, created_at }))
    },
  })
