import { anonymous, session, sessionIfSent } from '../surface/auth-methods.ts'
import { DETAIL_SCHEMAS, detailErrorSchema } from '../surface/detail-errors.ts'
import type { Surface } from '../surface/surface.ts'
import { accountError } from './account-failures.ts'
import type { AccountFailure } from './account-failures.ts'

const auth = { none: anonymous, session, session_if_sent: sessionIfSent } as const

const GROUPS = {
  Auth: 'Signing up and in, tokens, sessions.',
  Account: 'What people see and change of themselves: profile, keys, wallets.',
  Conversations: 'Talking to models, what they made, and where it is kept; paid from the token wallet.',
  Billing: 'Buying money.',
  Webhooks: 'Events of the account, sent to a server of its owner and signed.',
  Console: 'Sessions of the web console, whose refresh token is in a cookie; other clients use Auth.',
} as const

/** What users do with their account: it is authenticated by an access token, and paid from the token wallet. */
export const accountSurface: Surface<AccountFailure, typeof auth, keyof typeof GROUPS> = {
  name: 'account',
  // Contract 2 names these four.
  pathPrefixes: ['/v1/me', '/v1/auth', '/v1/billing', '/v1/media'],
  auth,
  errorResponse: accountError,
  stream: null,
  documents: {
    tags: GROUPS,
    securitySchemes: {
      session: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The access token of a TokenPair, from login, refresh or social login.',
      },
    },
    errorSchema: detailErrorSchema,
    schemas: DETAIL_SCHEMAS,
  },
}
