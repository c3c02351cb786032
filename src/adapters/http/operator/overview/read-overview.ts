import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Overview, ReadOverview } from '../../../../application/operators/overview/read-overview.ts'
import type { AuditResult } from '../../../../application/ports/billing/audit-log.ts'
import type { FirstTokenTimes } from '../../../../domain/usage/first-token.ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import { formatMicro, formatMicroOrNull } from '../../../../domain/money/decimal.ts'
import { count, defaulted, integerFromString, unixTime } from '../../codecs/codecs.ts'
import { amountText } from '../../codecs/money/amounts.ts'
import { currencyCodec } from '../../codecs/money/wallet-wire.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'

const DEFAULT_HOURS = 24
/** Thirty days. */
const MAX_HOURS = 720

const modelBody = t.type(
  {
    model: t.union([t.string, t.null]),
    currency: currencyCodec,
    calls: count,
    refusals: count,
    failures: count,
    revenue: amountText,
    written_off: amountText,
    provider_cost: t.union([amountText, t.null]),
    margin: t.union([amountText, t.null]),
  },
  'OperatorModelTrade',
)

const holdsBody = t.type({ kind: t.string, count, oldest_seconds: count, overdue: count }, 'OperatorOpenHolds')

const firstTokenBody = t.type({ calls: count, p50_ms: count, p95_ms: count }, 'OperatorFirstToken')

const auditBody = t.type(
  {
    at: unixTime,
    took_ms: count,
    violations: count,
    deltas: t.array(t.type({ currency: currencyCodec, amount: amountText }, 'OperatorAuditDelta')),
  },
  'OperatorAudit',
)

const overviewBody = t.type(
  {
    from: unixTime,
    first_token: t.union([firstTokenBody, t.null]),
    last_audit: t.union([auditBody, t.null]),
    money_in: amountText,
    money_out: amountText,
    models: t.array(modelBody),
    held: t.array(t.type({ currency: currencyCodec, amount: amountText }, 'OperatorHeldMoney')),
    holds: t.array(holdsBody),
    topups_pending: count,
    mail_waiting: count,
    mail_oldest_seconds: count,
    webhooks_waiting: count,
    webhooks_due_seconds: count,
  },
  'OperatorOverview',
)

const writeAudit = ({ at, tookMs, violations, deltas }: AuditResult): t.TypeOf<typeof auditBody> => ({
  at: secondsOf(at),
  took_ms: tookMs,
  violations,
  deltas: deltas.map(({ currency, amount }) => ({ currency, amount: formatMicro(amount, currency) })),
})

const writeFirstToken = ({ calls, p50Ms, p95Ms }: FirstTokenTimes): t.TypeOf<typeof firstTokenBody> => ({
  calls,
  p50_ms: p50Ms,
  p95_ms: p95Ms,
})

const writeOverview = ({
  from,
  models,
  held,
  standing,
  firstToken,
  lastAudit,
  ...flow
}: Overview): t.TypeOf<typeof overviewBody> => ({
  from: secondsOf(from),
  first_token: firstToken === null ? null : writeFirstToken(firstToken),
  last_audit: lastAudit === null ? null : writeAudit(lastAudit),
  money_in: formatMicro(flow.moneyIn, 'RUB'),
  money_out: formatMicro(flow.moneyOut, 'RUB'),
  models: models.map(({ revenue, writtenOff, providerCost, margin, ...row }) => ({
    ...row,
    revenue: formatMicro(revenue, row.currency),
    written_off: formatMicro(writtenOff, row.currency),
    provider_cost: formatMicroOrNull(providerCost, 'RUB'),
    margin: formatMicroOrNull(margin, 'RUB'),
  })),
  held: held.map(({ currency, amount }) => ({ currency, amount: formatMicro(amount, currency) })),
  holds: standing.holds.map(({ kind, count: open, oldestAgeSeconds, overdue }) => ({
    kind,
    count: open,
    oldest_seconds: Math.round(oldestAgeSeconds),
    overdue,
  })),
  topups_pending: standing.topUpsPending,
  mail_waiting: standing.mailWaiting,
  mail_oldest_seconds: Math.round(standing.oldestMailAgeSeconds),
  webhooks_waiting: standing.webhooksWaiting,
  webhooks_due_seconds: Math.round(standing.oldestWebhookDueSeconds),
})

export const readOverviewEndpoint = (readOverview: ReadOverview): Endpoint =>
  endpoint({
    id: 'readOverview',
    method: 'GET',
    path: '/v1/operator/overview',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'See whether all is well: calls, money, and what waits',
    query: t.type({ hours: defaulted(integerFromString(1, MAX_HOURS), DEFAULT_HOURS) }),
    success: {
      status: 200,
      description:
        'Calls and revenue are sums over the hours since `from`, of all accounts, and lag by seconds. Margins are known of ' +
        'models whose purchase prices stand in the catalogue. A count of 10000 of what waits means at least as many.',
      body: overviewBody,
    },
    failures: [],
    handle: async ({ query: { hours } }) => right(json(200, writeOverview(await readOverview(hours)))),
  })
