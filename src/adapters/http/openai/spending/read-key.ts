import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadKeySpending } from '../../../../application/accounts/api-keys/read-key-spending.ts'
import type { ReadRecentSpending, RecentSpending } from '../../../../application/billing/usage/read-recent-spending.ts'
import { limitRemaining } from '../../../../domain/api-keys/key-spending.ts'
import type { KeySpending } from '../../../../domain/api-keys/key-spending.ts'
import { accountRate } from '../../../../domain/limits/admission-rates.ts'
import type { AdmissionRates } from '../../../../domain/limits/admission-rates.ts'
import { count, orNull } from '../../codecs/codecs.ts'
import { roubleSum, roubleSumOrNull, sumFields } from '../../codecs/money/rouble-sum.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { openAiSurface } from '../surface.ts'

const keyBody = t.type(
  {
    data: t.type({
      label: t.string,
      limit: orNull(t.number),
      limit_rub: orNull(t.string),
      limit_remaining: orNull(t.number),
      limit_remaining_rub: orNull(t.string),
      limit_reset: orNull(t.string),
      ...sumFields('usage'),
      ...sumFields('usage_daily'),
      ...sumFields('usage_weekly'),
      ...sumFields('usage_monthly'),
      byok_usage: count,
      include_byok_in_limit: t.boolean,
      is_free_tier: t.boolean,
      is_provisioning_key: t.boolean,
      expires_at: orNull(t.string),
      rate_limit: t.type({ requests: count, tokens: orNull(count), interval: t.string }),
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

const writeKey = (spending: KeySpending, recent: RecentSpending, ofAccount: number): t.TypeOf<typeof keyBody> => {
  const { requestsPerMinute, tokensPerMinute } = spending.key
  const callsPerMinute = Math.min(ofAccount, requestsPerMinute ?? ofAccount)
  const { name, prefix, lastFour, spendLimit, spendPeriod, spent, expiresAt } = spending.key
  return {
    data: {
      label: `${name} (${prefix}…${lastFour})`,
      ...roubleSumOrNull('limit', spendLimit),
      ...roubleSumOrNull('limit_remaining', limitRemaining(spending)),
      limit_reset: spendPeriod,
      ...roubleSum('usage', spent),
      ...roubleSum('usage_daily', recent.day),
      ...roubleSum('usage_weekly', recent.week),
      ...roubleSum('usage_monthly', recent.month),
      ...NOT_OFFERED,
      expires_at: expiresAt?.toISOString() ?? null,
      rate_limit: { requests: callsPerMinute, tokens: tokensPerMinute, interval: '60s' },
    },
  }
}

interface ReadKeyDeps {
  readonly readKeySpending: ReadKeySpending
  readonly readRecentSpending: ReadRecentSpending
  readonly rates: Pick<AdmissionRates, 'perAccount'>
}

export const readKeyEndpoint = ({ readKeySpending, readRecentSpending, rates }: ReadKeyDeps): Endpoint =>
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
      description:
        'The key in the shape that OpenRouter gave it. All sums are roubles; days, weeks (from Monday) and months are those ' +
        'of UTC in which a call began. `limit_remaining` is what the limit leaves until it starts again, where `limit_reset` ' +
        'says how often it does. Free.',
      body: keyBody,
    },
    failures: [],
    handle: async (_, { userId, keyId, rateLimitPerMinute }) => {
      const [spending, recent] = await Promise.all([readKeySpending(keyId), readRecentSpending(userId, keyId)])
      if (isLeft(spending)) return spending
      return right(json(200, writeKey(spending.right, recent, accountRate(rates, rateLimitPerMinute))))
    },
  })
