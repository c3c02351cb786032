import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadKeySpending } from '../../../../application/accounts/api-keys/read-key-spending.ts'
import { limitRemaining } from '../../../../domain/api-keys/key-spending.ts'
import type { KeySpending } from '../../../../domain/api-keys/key-spending.ts'
import { count } from '../../codecs/codecs.ts'
import { roubleSum, roubleSumOrNull, sumFields } from '../../codecs/rouble-sum.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { openAiSurface } from '../surface.ts'

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

const keyBody = t.type(
  {
    data: t.type({
      label: t.string,
      limit: orNull(t.number),
      limit_rub: orNull(t.string),
      limit_remaining: orNull(t.number),
      limit_remaining_rub: orNull(t.string),
      limit_reset: t.null,
      ...sumFields('usage'),
      byok_usage: count,
      include_byok_in_limit: t.boolean,
      is_free_tier: t.boolean,
      is_provisioning_key: t.boolean,
      expires_at: orNull(t.string),
      rate_limit: t.type({ requests: count, interval: t.string }),
    }),
  },
  'KeyResponse',
)

/** Keys of providers that users bring are not offered, nor free calls, nor keys that make keys. */
const NOT_OFFERED = {
  byok_usage: 0,
  include_byok_in_limit: false,
  is_free_tier: false,
  is_provisioning_key: false,
} as const

const writeKey = (spending: KeySpending, requestsPerMinute: number): t.TypeOf<typeof keyBody> => {
  const { name, prefix, lastFour, spendLimit, spent, expiresAt } = spending.key
  return {
    data: {
      label: `${name} (${prefix}…${lastFour})`,
      ...roubleSumOrNull('limit', spendLimit),
      ...roubleSumOrNull('limit_remaining', limitRemaining(spending)),
      limit_reset: null,
      ...roubleSum('usage', spent),
      ...NOT_OFFERED,
      expires_at: expiresAt?.toISOString() ?? null,
      rate_limit: { requests: requestsPerMinute, interval: '60s' },
    },
  }
}

interface ReadKeyDeps {
  readonly readKeySpending: ReadKeySpending
  /** Of an account without a rate of its own. */
  readonly callsPerMinute: number
}

export const readKeyEndpoint = ({ readKeySpending, callsPerMinute }: ReadKeyDeps): Endpoint =>
  endpoint({
    id: 'readKey',
    method: 'GET',
    path: '/v1/key',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    isLookUp: true,
    summary: 'Read what this key may spend, and has spent',
    success: {
      status: 200,
      description: 'The key in the shape that OpenRouter gave it. All sums are roubles. Free.',
      body: keyBody,
    },
    failures: [],
    handle: async (_, { keyId, rateLimitPerMinute }) => {
      const spending = await readKeySpending(keyId)
      if (isLeft(spending)) return spending
      return right(json(200, writeKey(spending.right, rateLimitPerMinute ?? callsPerMinute)))
    },
  })
