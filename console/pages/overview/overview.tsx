import { account } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { useArrival } from '../../ui/arrival.ts'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useResource } from '../../ui/resource.ts'
import type { Resource } from '../../ui/resource.ts'
import { countText, sumText } from '../../words/figures.ts'
import { topUpText } from '../../words/wallet-names.ts'
import type { Schemas } from '../../api/api-types.ts'
import { FirstCall } from './first-call.tsx'
import { LastCalls } from './last-calls.tsx'
import { UsageByDay } from './usage-by-day.tsx'
import { UsageByModel } from './usage-by-model.tsx'
import { useModelDays } from './model-days.ts'
import { dayNames, days, sumsOf, TIME_ZONE } from './days.ts'
import { OVERVIEW_WORDS } from './overview-words.ts'

type Usage = Schemas['UsageResponse']
type Row = Schemas['UsageRow']

const DAYS = 30

const Balance = () => {
  const words = OVERVIEW_WORDS()
  const wallets = useResource('wallets', (signal) => call('GET /v1/me/wallets', { signal }))
  return (
    <Loaded of={wallets} lines={2}>
      {(each) => (
        <>
          {each.map(({ currency, balance, held }) => (
            <dl key={currency} class="figure-block">
              <dt>{words[currency]}</dt>
              <dd class="large">
                <Money amount={balance} currency={currency} />
              </dd>
              <dd class="hint">{Number(held) === 0 ? words.free : words.held(sumText(held, currency))}</dd>
            </dl>
          ))}
        </>
      )}
    </Loaded>
  )
}

/** What was spent in the last days, and in as many days before them. */
const Spent = ({
  title,
  rows,
  count,
}: {
  readonly title: string
  readonly rows: readonly Row[]
  readonly count: number
}) => {
  const words = OVERVIEW_WORDS()
  const names = dayNames(2 * count)
  const sums = sumsOf(rows, names.slice(count))
  const before = sumsOf(rows, names.slice(0, count))
  return (
    <dl class="figure-block">
      <dt>{title}</dt>
      <dd class="large">
        <Money amount={sums.cost} />
      </dd>
      <dd class="hint">
        {count === 1 ? words.yesterday : words.before} <Money amount={before.cost} />
      </dd>
      <dd class="hint">
        {words.calls(countText(sums.calls))}
        {sums.unsuccessful > 0 && `, ${words.failed(countText(sums.unsuccessful))}`}
      </dd>
    </dl>
  )
}

const Spending = ({ usage }: { readonly usage: Resource<Usage> }) => {
  const words = OVERVIEW_WORDS()
  return (
    <Loaded of={usage}>
      {({ data }) => (
        <>
          <Spent title={words.today} rows={data} count={1} />
          <Spent title={words.week} rows={data} count={7} />
          <Spent title={words.month} rows={data} count={DAYS} />
        </>
      )}
    </Loaded>
  )
}

const Overview = () => {
  const words = OVERVIEW_WORDS()
  const { from, to } = days(DAYS)
  const { from: before } = days(2 * DAYS)
  const usage = useResource('usage by day', (signal) =>
    call('GET /v1/me/usage', { query: { from: before, to, group: 'day', time_zone: TIME_ZONE }, signal }),
  )
  const byModel = useResource('usage by model', (signal) =>
    call('GET /v1/me/usage', { query: { from, to, group: 'model' }, signal }),
  )
  const knownByModel = byModel.state.value
  const models = useModelDays(knownByModel.tag === 'ready' ? knownByModel.value.data : [], from, to)
  const name = account.value?.display_name ?? null
  const known = usage.state.value
  const isNew = useArrival('registered') !== null
  const hasCalls = known.tag !== 'ready' || known.value.total.calls > 0
  return (
    <Page title={words.title} {...(name === null ? {} : { lead: words.hello(name) })}>
      {isNew && <Notice kind="done">{words.registered}</Notice>}
      <div class="figures">
        <Balance />
        <Spending usage={usage} />
      </div>
      {hasCalls ? (
        <>
          {/* The figures above say why it failed. */}
          {known.tag !== 'failed' && (
            <Loaded of={usage} lines={11}>
              {({ data }) => <UsageByDay rows={data} models={models} days={DAYS} />}
            </Loaded>
          )}
          <UsageByModel usage={byModel} shaded={models} />
          <LastCalls />
        </>
      ) : (
        <>
          <p class="empty">{words.noCalls}</p>
          <FirstCall />
        </>
      )}
      <p>
        <Link to="/wallet?top-up">{topUpText()}</Link>
      </p>
    </Page>
  )
}

export default Overview
