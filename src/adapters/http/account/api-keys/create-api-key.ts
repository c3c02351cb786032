import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { CreateApiKey, CreateApiKeyFailure } from '../../../../application/accounts/api-keys/create-api-key.ts'
import type { Unauthenticated } from '../../../../domain/identity/signed-token.ts'
import { json } from '../../sending/http-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import { languageHeaders, localeOf } from '../codecs/caller-headers.ts'
import { apiKeyFields, createdApiKeyBody, dateOfSeconds, writeApiKey } from './api-key-wire.ts'
import { limitFields, limitsOf } from './key-limit-fields.ts'
import { accountSurface } from '../surface.ts'
import * as t from 'io-ts'

/** An absent limit is the owner's default; null is without one. */
const body = t.type(
  {
    name: apiKeyFields.name,
    expires_at: apiKeyFields.expires_at,
    note: apiKeyFields.note,
    disabled: apiKeyFields.disabled,
    ...limitFields,
  },
  'ApiKeyCreateRequest',
)

const failureOf = (failure: CreateApiKeyFailure): ValidationError | Unauthenticated => {
  switch (failure.tag) {
    case 'unauthenticated':
      return failure
    case 'expiry_in_past':
      return problemIn('body', ['expires_at'], 'must be in the future', 'expired')
    case 'too_many_keys':
      return problemIn('body', [], `You have ${failure.most} keys; delete one to make another.`, failure.tag)
    case 'too_many_new_keys':
      return problemIn(
        'body',
        [],
        `You have made ${failure.most} keys within a day; make another one later.`,
        failure.tag,
      )
  }
}

export const createApiKeyEndpoint = (createApiKey: CreateApiKey): Endpoint =>
  endpoint({
    id: 'createApiKey',
    securityEvent: 'key_creation',
    method: 'POST',
    path: '/v1/me/api-keys',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Make an API key',
    headers: languageHeaders,
    body,
    bodyLimits: BODY_LIMITS.lists,
    success: { status: 201, description: 'The key, in full this once.', body: createdApiKeyBody },
    failures: [],
    handle: async ({ headers, body: { name, expires_at, note, disabled, ...fields } }, { userId, sessionId }) => {
      const created = await createApiKey({
        userId,
        sessionId,
        locale: localeOf(headers),
        name,
        expiresAt: dateOfSeconds(expires_at ?? null),
        note: note ?? null,
        disabled: disabled ?? false,
        limits: limitsOf(fields),
      })
      if (isLeft(created)) return left(failureOf(created.left))
      const { apiKey, key } = created.right
      return right(json(201, { ...writeApiKey(apiKey), key }))
    },
  })
