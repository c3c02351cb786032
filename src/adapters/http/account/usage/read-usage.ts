import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadUsage } from '../../../../application/billing/usage/read-usage.ts'
import { defaulted, nullish, uuid } from '../../codecs/codecs.ts'
import { currencyCodec } from '../../codecs/money/wallet-wire.ts'
import { acceptHeader, CSV_ALTERNATIVE, wantsCsv } from '../../csv/csv-answer.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { choiceOf, RANGE_LIMITS, rangeProblem, usageQuery } from '../../usage/usage-query.ts'
import { usageFields, usageTable, writeUsage } from '../../usage/usage-wire.ts'
import { accountSurface } from '../surface.ts'

const query = t.type({
  ...usageQuery,
  group: defaulted(usageFields.group, 'day'),
  key: nullish(uuid),
  currency: defaulted(currencyCodec, 'RUB'),
})

const usageBody = t.type(usageFields, 'UsageResponse')

export const readUsageEndpoint = (readUsage: ReadUsage): Endpoint =>
  endpoint({
    id: 'readUsage',
    method: 'GET',
    path: '/v1/me/usage',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Read what your paid calls came to, by day, hour, model, key or surface',
    query,
    headers: acceptHeader,
    success: {
      status: 200,
      description:
        'Sums of all calls that have ended, exact to this moment, each in the hour in which it began; `from` and `to` ' +
        `are the hours that were summed up. ${RANGE_LIMITS} Groups without a call are left out.`,
      body: usageBody,
      alternatives: CSV_ALTERNATIVE,
    },
    failures: [],
    handle: async (call, { userId }) => {
      const { group, key, currency } = call.query
      const choice = choiceOf(call.query)
      const report = await readUsage({ ...choice, accountId: userId, currency, group, keyId: key ?? null })
      if (isLeft(report)) return left(rangeProblem(report.left))
      const terms = { group, currency, timeZone: choice.timeZone }
      if (wantsCsv(call)) return right(usageTable(report.right, terms))
      return right(json(200, writeUsage(report.right, terms) satisfies t.TypeOf<typeof usageBody>))
    },
  })
