import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Register, RegisterFailure } from '../../../application/accounts/register.ts'
import { unixSeconds } from '../../../application/ports/clock.ts'
import {
  LEAST_PASSWORD_LENGTH,
  MOST_PASSWORD_LENGTH,
  type WeakPassword,
} from '../../../domain/identity/password-policy.ts'
import { json } from '../answer.ts'
import { nullish } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import type { AccountFailure } from '../failures.ts'
import { credentialText, displayName, emailCodec } from './account-codecs.ts'

const body = t.type(
  { email: emailCodec, password: credentialText, display_name: nullish(displayName) },
  'RegisterRequest',
)

const registered = t.type(
  { id: t.string, email: t.string, email_verified: t.boolean, created_at: t.number },
  'RegisterResponse',
)

export const registerEndpoint = (register: Register): Endpoint =>
  endpoint({
    id: 'register',
    method: 'POST',
    path: '/v1/auth/register',
    auth: 'none',
    summary: 'Open an account',
    body,
    success: { status: 201, description: 'The account, with an empty wallet of each currency.', body: registered },
    failures: ['email_taken', 'overloaded'],
    signInLimit: { email: ({ email }) => email.folded },
    handle: async ({ body: { email, password, display_name } }) => {
      const user = await register({ email, password, displayName: display_name ?? null })
      if (isLeft(user)) return left(failureOf(user.left))
      const { id, email: address, emailVerified, createdAt } = user.right
      const created_at = unixSeconds(createdAt.getTime())
      return right(json(201, { id, email: address, email_verified: emailVerified, created_at }))
    },
  })

const WEAKNESS: Readonly<Record<WeakPassword['rule'], string>> = {
  too_short: `must have at least ${LEAST_PASSWORD_LENGTH} characters`,
  too_long: `must have at most ${MOST_PASSWORD_LENGTH} characters`,
  common: 'must not be one of the passwords everybody tries first',
  same_as_email: 'must not be the e-mail address',
}

const failureOf = (failure: RegisterFailure): AccountFailure => {
  if (failure.tag !== 'weak_password') return failure
  const { tag, rule } = failure
  const message = WEAKNESS[rule]
  return { tag: 'validation_error', problems: [{ place: 'body', path: ['password'], message, type: tag }] }
}
