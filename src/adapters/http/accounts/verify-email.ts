import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { VerifyEmail } from '../../../application/accounts/verify-email.ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { credentialText } from './account-codecs.ts'
import { tokenProblem } from './field-problems.ts'

const verified = t.type({ email: t.string, email_verified: t.literal(true) }, 'VerifyEmailResponse')

export const verifyEmailEndpoint = (verifyEmail: VerifyEmail): Endpoint =>
  endpoint({
    id: 'verifyEmail',
    method: 'POST',
    path: '/v1/auth/verify-email',
    auth: 'none',
    summary: 'Prove an e-mail address with the token of a verification mail',
    body: t.type({ token: credentialText }, 'VerifyEmailRequest'),
    success: { status: 200, description: 'The address is verified; the token is used up.', body: verified },
    failures: [],
    signInLimit: { email: () => null },
    handle: async ({ body: { token } }) => {
      const proven = await verifyEmail(token)
      if (isLeft(proven)) return left(tokenProblem(proven.left))
      const answer: t.TypeOf<typeof verified> = { email: proven.right.email, email_verified: true }
      return right(json(200, answer))
    },
  })
