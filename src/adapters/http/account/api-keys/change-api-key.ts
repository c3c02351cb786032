import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ChangeApiKey } from '../../../../application/accounts/api-keys/change-api-key.ts'
import type { ApiKeyChange } from '../../../../domain/api-keys/api-key.ts'
import { json } from '../../sending/http-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { uuid } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { apiKeyBody, apiKeyFields, dateOfSeconds, writeApiKey } from './api-key-wire.ts'
import { limitFields, limitsOf } from './key-limit-fields.ts'
import { accountSurface } from '../surface.ts'

/** Absent leaves a field, null clears it; a name cannot be cleared. */
const body = t.type(
  {
    name: t.union([apiKeyFields.name, t.undefined], apiKeyFields.name.name),
    expires_at: apiKeyFields.expires_at,
    note: apiKeyFields.note,
    disabled: apiKeyFields.disabled,
    ...limitFields,
  },
  'ApiKeyUpdateRequest',
)

const changeOf = (fields: t.TypeOf<typeof body>): ApiKeyChange => ({
  ...(fields.name === undefined ? {} : { name: fields.name }),
  ...(fields.expires_at === undefined ? {} : { expiresAt: dateOfSeconds(fields.expires_at) }),
  ...(fields.note === undefined ? {} : { note: fields.note }),
  ...(fields.disabled === undefined ? {} : { disabled: fields.disabled ?? false }),
  ...limitsOf(fields),
})

export const changeApiKeyEndpoint = (changeApiKey: ChangeApiKey): Endpoint =>
  endpoint({
    id: 'changeApiKey',
    securityEvent: 'key_change',
    method: 'PATCH',
    path: '/v1/me/api-keys/:key_id',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Rename an API key or change what it may do',
    params: t.type({ key_id: uuid }),
    body,
    bodyLimits: BODY_LIMITS.lists,
    success: { status: 200, description: 'The key as it is now.', body: apiKeyBody },
    failures: ['not_found'],
    handle: async (call, { userId }) => {
      const change = changeOf(call.body)
      const changed = await changeApiKey({ userId, keyId: call.params.key_id, change })
      return isLeft(changed) ? changed : right(json(200, writeApiKey(changed.right)))
    },
  })
