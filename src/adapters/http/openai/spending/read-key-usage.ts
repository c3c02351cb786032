import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadUsage } from '../../../../application/billing/usage/read-usage.ts'
import { defaulted } from '../../codecs/codecs.ts'
import { acceptHeader, CSV_ALTERNATIVE, wantsCsv } from '../../csv/csv-answer.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { choiceOf, RANGE_LIMITS, rangeProblem, usageQuery } from '../../usage/usage-query.ts'
import { usageFields, usageTable, writeUsage } from '../../usage/usage-wire.ts'
import { openAiSurface } from '../surface.ts'

const query = t.type({ ...usageQuery, group: defaulted(usageFields.group, 'day') })

const keyUsageBody = t.type({ object: t.literal('usage'), ...usageFields }, 'KeyUsageResponse')

export const readKeyUsageEndpoint = (readUsage: ReadUsage): Endpoint =>
  endpoint({
    id: 'readKeyUsage',
    method: 'GET',
    path: '/v1/usage',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    isLookUp: true,
    summary: 'Read what the calls of this key came to, by day, hour, model or surface',
    query,
    headers: acceptHeader,
    success: {
      status: 200,
      description:
        'Sums of the calls of this key alone that have ended, exact to this moment, each in the hour in which it ' +
        `began; \`from\` and \`to\` are the hours that were summed up. ${RANGE_LIMITS} Sums of money are roubles. Free.`,
      body: keyUsageBody,
      alternatives: CSV_ALTERNATIVE,
    },
    failures: [],
    handle: async (call, { userId, keyId }) => {
      const { group } = call.query
      const choice = choiceOf(call.query)
      const report = await readUsage({ ...choice, accountId: userId, currency: 'RUB', group, keyId })
      if (isLeft(report)) return left(rangeProblem(report.left))
      const terms = { group, currency: 'RUB', timeZone: choice.timeZone } as const
      if (wantsCsv(call)) return right(usageTable(report.right, terms))
      const body: t.TypeOf<typeof keyUsageBody> = { object: 'usage', ...writeUsage(report.right, terms) }
      return right(json(200, body))
    },
  })
