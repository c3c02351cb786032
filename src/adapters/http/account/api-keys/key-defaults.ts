import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadKeyDefaults, ReplaceKeyDefaults } from '../../../../application/accounts/api-keys/key-defaults.ts'
import { json } from '../../sending/http-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { accountSurface } from '../surface.ts'
import { limitFields, limitsOf, shownLimits, writeLimits } from './key-limit-fields.ts'

const PATH = '/v1/me/api-key-defaults'

const defaultsBody = t.type(shownLimits, 'ApiKeyDefaultsResponse')

export const readKeyDefaultsEndpoint = (readKeyDefaults: ReadKeyDefaults): Endpoint =>
  endpoint({
    id: 'readKeyDefaults',
    method: 'GET',
    path: PATH,
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Read the limits that your new API keys get',
    success: { status: 200, description: 'They hold where a request for a key names no other.', body: defaultsBody },
    failures: [],
    handle: async (_, { userId }) => right(json(200, writeLimits(await readKeyDefaults(userId)))),
  })

export const replaceKeyDefaultsEndpoint = (replaceKeyDefaults: ReplaceKeyDefaults): Endpoint =>
  endpoint({
    id: 'replaceKeyDefaults',
    securityEvent: 'key_defaults_change',
    method: 'PUT',
    path: PATH,
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Set the limits that your new API keys get',
    body: t.type(limitFields, 'ApiKeyDefaultsRequest'),
    bodyLimits: BODY_LIMITS.lists,
    success: {
      status: 200,
      description: 'The defaults as they are now. A limit that was left out is none; keys that exist stay as they are.',
      body: defaultsBody,
    },
    failures: [],
    handle: async ({ body }, { userId }) =>
      right(json(200, writeLimits(await replaceKeyDefaults(userId, limitsOf(body))))),
  })
