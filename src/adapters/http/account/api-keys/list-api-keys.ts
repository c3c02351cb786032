import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListApiKeys } from '../../../../application/accounts/api-keys/list-api-keys.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { apiKeyBody, writeApiKey } from './api-key-wire.ts'
import { accountSurface } from '../surface.ts'

export const listApiKeysEndpoint = (listApiKeys: ListApiKeys): Endpoint =>
  endpoint({
    id: 'listApiKeys',
    method: 'GET',
    path: '/v1/me/api-keys',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'List your API keys, newest first',
    success: { status: 200, description: 'Keys that were not deleted.', body: t.array(apiKeyBody) },
    failures: [],
    handle: async (_, { userId }) => right(json(200, (await listApiKeys(userId)).map(writeApiKey))),
  })
