import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { DeleteApiKey } from '../../../../application/accounts/api-keys/delete-api-key.ts'
import { noContent } from '../../sending/http-response.ts'
import { uuid } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { languageHeaders, localeOf } from '../codecs/caller-headers.ts'
import { accountSurface } from '../surface.ts'

export const deleteApiKeyEndpoint = (deleteApiKey: DeleteApiKey): Endpoint =>
  endpoint({
    id: 'deleteApiKey',
    securityEvent: 'key_deletion',
    method: 'DELETE',
    path: '/v1/me/api-keys/:key_id',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Delete an API key',
    headers: languageHeaders,
    params: t.type({ key_id: uuid }),
    success: { status: 204, description: 'The key is refused from now on.' },
    failures: ['not_found'],
    handle: async (call, { userId }) => {
      const deleted = await deleteApiKey({ userId, keyId: call.params.key_id, locale: localeOf(call.headers) })
      return isLeft(deleted) ? deleted : right(noContent)
    },
  })
