import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadKeySpending } from '../../../../application/accounts/api-keys/read-key-spending.ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import { allowanceOf } from '../../../../domain/api-keys/key-spending.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { count, nullish } from '../../codecs/codecs.ts'
import { roubleSum } from '../../codecs/money/rouble-sum.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { IGNORED_FIELDS_HEADER, ignoredFieldsHeader } from '../../paid-calls/ignored-fields-header.ts'
import { json } from '../../sending/http-response.ts'
import { openAiSurface } from '../surface.ts'

const subscriptionBody = t.type(
  {
    object: t.literal('billing_subscription'),
    has_payment_method: t.boolean,
    soft_limit_usd: t.number,
    hard_limit_usd: t.number,
    system_hard_limit_usd: t.number,
    hard_limit_rub: t.string,
    access_until: count,
  },
  'BillingSubscription',
)

/** The names are of a page of OpenAI's that is gone; tools still read a balance by them. */
export const readSubscriptionEndpoint = (readKeySpending: ReadKeySpending): Endpoint =>
  endpoint({
    id: 'readSubscription',
    method: 'GET',
    path: '/v1/dashboard/billing/subscription',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    isLookUp: true,
    summary: 'Read what this key may spend in all, in the old shape that tools probe',
    success: {
      status: 200,
      description:
        'What was spent and what is left, together. The sums are roubles, whatever their names say. Free. ' +
        '`access_until` is 0 for a key that never expires.',
      body: subscriptionBody,
    },
    failures: [],
    handle: async (_, { keyId }) => {
      const spending = await readKeySpending(keyId)
      if (isLeft(spending)) return spending
      const { hard_limit: limit, hard_limit_rub: limitText } = roubleSum(
        'hard_limit',
        allowanceOf(spending.right).total,
      )
      const { expiresAt } = spending.right.key
      const body: t.TypeOf<typeof subscriptionBody> = {
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: limit,
        hard_limit_usd: limit,
        system_hard_limit_usd: limit,
        hard_limit_rub: limitText,
        access_until: expiresAt === null ? 0 : secondsOf(expiresAt),
      }
      return right(json(200, body))
    },
  })

const usageBody = t.type(
  { object: t.literal('list'), total_usage: t.number, total_usage_rub: t.string },
  'BillingUsage',
)

const HUNDREDTHS = 100n

export const readBillingUsageEndpoint = (readKeySpending: ReadKeySpending): Endpoint =>
  endpoint({
    id: 'readBillingUsage',
    method: 'GET',
    path: '/v1/dashboard/billing/usage',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    isLookUp: true,
    summary: 'Read what this key has spent, in the old shape that tools probe',
    query: t.type({ start_date: nullish(t.string), end_date: nullish(t.string) }),
    success: {
      status: 200,
      description:
        'All that was ever spent of what the subscription shows, in kopecks; `total_usage_rub` in roubles. Dates ' +
        'change nothing. Free.',
      body: usageBody,
      headers: IGNORED_FIELDS_HEADER,
    },
    failures: [],
    handle: async ({ query }, { keyId }) => {
      const spending = await readKeySpending(keyId)
      if (isLeft(spending)) return spending
      const { spent } = allowanceOf(spending.right)
      const body: t.TypeOf<typeof usageBody> = {
        object: 'list',
        total_usage: Number(formatMicro(spent * HUNDREDTHS, 'RUB')),
        total_usage_rub: formatMicro(spent, 'RUB'),
      }
      const ignored = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name]))
      return right(json(200, body, { headers: ignoredFieldsHeader(ignored) }))
    },
  })
