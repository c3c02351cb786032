import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { CreateApiKey, CreateApiKeyFailure } from '../../../application/accounts/create-api-key.ts'
import type { Unauthenticated } from '../../../domain/identity/access-token.ts'
import { json } from '../answer.ts'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import { nullish } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import type { AccountFailure } from '../failures.ts'
import type { Problem } from '../validation.ts'
import { languageHeaders, localeOf } from './caller-headers.ts'
import { apiKeyFields, createdApiKeyBody, dateOfSeconds, writeApiKey } from './api-key-wire.ts'

const body = t.type(
  {
    name: apiKeyFields.name,
    expires_at: nullish(apiKeyFields.expires_at),
    spend_limit: nullish(apiKeyFields.spend_limit),
    allowed_models: nullish(apiKeyFields.allowed_models),
  },
  'ApiKeyCreateRequest',
)

const failureOf = (failure: CreateApiKeyFailure): AccountFailure =>
  failure.tag === 'unauthenticated' ? failure : { tag: 'validation_error', problems: [problemOf(failure)] }

const problemOf = (failure: Exclude<CreateApiKeyFailure, Unauthenticated>): Problem => {
  switch (failure.tag) {
    case 'expiry_in_past':
      return { place: 'body', path: ['expires_at'], message: 'must be in the future', type: 'expired' }
    case 'too_many_keys':
      return {
        place: 'body',
        path: [],
        message: `You have ${failure.most} keys; delete one to make another.`,
        type: failure.tag,
      }
  }
}

export const createApiKeyEndpoint = (createApiKey: CreateApiKey): Endpoint =>
  endpoint({
    id: 'createApiKey',
    securityEvent: 'key_creation',
    method: 'POST',
    path: '/v1/me/api-keys',
    auth: 'session',
    summary: 'Make an API key',
    headers: languageHeaders,
    body,
    bounds: BODY_BOUNDS.lists,
    success: { status: 201, description: 'The key, in full this once.', body: createdApiKeyBody },
    failures: [],
    handle: async ({ headers, body: { name, expires_at, spend_limit, allowed_models } }, { userId, sessionId }) => {
      const created = await createApiKey({
        userId,
        sessionId,
        locale: localeOf(headers),
        name,
        expiresAt: dateOfSeconds(expires_at ?? null),
        spendLimit: spend_limit ?? null,
        allowedModels: allowed_models ?? null,
      })
      if (isLeft(created)) return left(failureOf(created.left))
      const { apiKey, key } = created.right
      return right(json(201, { ...writeApiKey(apiKey), key }, { headers: { 'cache-control': 'no-store' } }))
    },
  })
