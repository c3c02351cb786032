import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment, Money } from '../../../ui/money.tsx'
import { Page } from '../../../ui/page.tsx'
import { useResource } from '../../../ui/resource.ts'
import { Table } from '../../../ui/table.tsx'
import { modelTitle } from '../../../words/column-titles.ts'
import { countText, durationText } from '../../../words/figures.ts'
import { UNKNOWN_MODEL } from '../../../words/outcome-words.ts'
import { OPERATOR_OVERVIEW_WORDS } from './overview-words.ts'
import { ProviderStates, readProviders } from './provider-states.tsx'

type Overview = Schemas['OperatorOverview']
type ModelTrade = Schemas['OperatorModelTrade']

const sumOf = (models: readonly ModelTrade[], name: 'calls' | 'failures' | 'refusals'): number =>
  models.reduce((sum, model) => sum + model[name], 0)

const Audit = ({ audit }: { readonly audit: NonNullable<Overview['last_audit']> }) => {
  const words = OPERATOR_OVERVIEW_WORDS()
  return (
    <>
      <Moment at={audit.at} />
      {', '}
      {audit.violations === 0 ? words.sound : words.broken(countText(audit.violations))}
      {audit.deltas
        .filter(({ amount }) => Number(amount) !== 0)
        .map(({ currency, amount }) => (
          <span key={currency}>
            {', '}
            <Money amount={amount} currency={currency} />
          </span>
        ))}
    </>
  )
}

const Figures = ({ overview }: { readonly overview: Overview }) => {
  const words = OPERATOR_OVERVIEW_WORDS()
  const { models, held, first_token: first, last_audit: audit } = overview
  return (
    <dl class="facts">
      <dt>{words.calls}</dt>
      <dd>{countText(sumOf(models, 'calls'))}</dd>
      <dt>{words.failed}</dt>
      <dd>{countText(sumOf(models, 'failures'))}</dd>
      <dt>{words.refused}</dt>
      <dd>{countText(sumOf(models, 'refusals'))}</dd>
      <dt>{words.firstToken}</dt>
      <dd>
        {first === null
          ? words.noneStreamed
          : words.waits(durationText(first.p50_ms / 1_000), durationText(first.p95_ms / 1_000))}
      </dd>
      <dt>{words.audit}</dt>
      <dd>{audit === null ? words.noAudit : <Audit audit={audit} />}</dd>
      <dt>{words.moneyIn}</dt>
      <dd>
        <Money amount={overview.money_in} />
      </dd>
      <dt>{words.moneyOut}</dt>
      <dd>
        <Money amount={overview.money_out} />
      </dd>
      <dt>{words.held}</dt>
      <dd>
        {held.length === 0 && words.nothingHeld}
        {held.map(({ currency, amount }, at) => (
          <span key={currency}>
            {at > 0 && ', '}
            <Money amount={amount} currency={currency} />
          </span>
        ))}
      </dd>
    </dl>
  )
}

/** How many wait, and for how long the oldest has. */
const Waiting = ({ count, seconds }: { readonly count: number; readonly seconds: number }) => (
  <>
    {countText(count)}{' '}
    {count > 0 && <span class="hint">{OPERATOR_OVERVIEW_WORDS().oldest(durationText(seconds))}</span>}
  </>
)

const Waits = ({ overview }: { readonly overview: Overview }) => {
  const words = OPERATOR_OVERVIEW_WORDS()
  const { holds } = overview
  const open = holds.reduce((sum, { count }) => sum + count, 0)
  const oldest = Math.max(0, ...holds.map(({ oldest_seconds: seconds }) => seconds))
  return (
    <section>
      <h2>{words.waiting}</h2>
      <dl class="facts">
        <dt>{words.topUps}</dt>
        <dd>
          <Link to="/operator/topups?status=pending">{countText(overview.topups_pending)}</Link>
        </dd>
        <dt>{words.holds}</dt>
        <dd>
          <Waiting count={open} seconds={oldest} />
        </dd>
        <dt>{words.overdue}</dt>
        <dd>{countText(holds.reduce((sum, { overdue }) => sum + overdue, 0))}</dd>
        <dt>{words.mail}</dt>
        <dd>
          <Link to="/operator/mail?state=waiting">
            <Waiting count={overview.mail_waiting} seconds={overview.mail_oldest_seconds} />
          </Link>
        </dd>
        <dt>{words.webhooks}</dt>
        <dd>
          <Waiting count={overview.webhooks_waiting} seconds={overview.webhooks_due_seconds} />
        </dd>
      </dl>
    </section>
  )
}

/** A sum that may not be known. */
const roublesOr = (amount: string | null) => (amount === null ? '–' : <Money amount={amount} />)

const Models = ({ models }: Pick<Overview, 'models'>) => {
  const words = OPERATOR_OVERVIEW_WORDS()
  const columns = [
    { title: modelTitle(), cell: ({ model }: ModelTrade) => <span class="breakable">{model ?? UNKNOWN_MODEL()}</span> },
    { title: words.calls, isFigure: true, cell: ({ calls }: ModelTrade) => countText(calls) },
    { title: words.failed, isFigure: true, cell: ({ failures }: ModelTrade) => countText(failures) },
    {
      title: words.revenue,
      isFigure: true,
      cell: ({ revenue, currency }: ModelTrade) => <Money amount={revenue} currency={currency} />,
    },
    {
      title: words.writtenOff,
      isFigure: true,
      cell: ({ written_off: amount, currency }: ModelTrade) => <Money amount={amount} currency={currency} />,
    },
    { title: words.cost, isFigure: true, cell: ({ provider_cost: amount }: ModelTrade) => roublesOr(amount) },
    { title: words.margin, isFigure: true, cell: ({ margin: amount }: ModelTrade) => roublesOr(amount) },
  ]
  return (
    <section class="widest">
      <h2>{words.models}</h2>
      {models.length === 0 ? (
        <p class="empty">{words.noCalls}</p>
      ) : (
        <Table
          caption={words.models}
          columns={columns}
          rows={models}
          keyOf={({ model, currency }) => `${model} ${currency}`}
        />
      )}
      {models.some(({ margin }) => margin === null) && <p class="hint">{words.noMargin}</p>}
    </section>
  )
}

/** Whether all is well, and what needs a decision. */
const OverviewPage = () => {
  const words = OPERATOR_OVERVIEW_WORDS()
  const overview = useResource('overview', (signal) => call('GET /v1/operator/overview', { signal }))
  const providers = useResource('providers', readProviders)
  const renew = (): void => {
    void overview.reload()
    void providers.reload()
  }
  return (
    <Page title={words.title} lead={words.lead} action={<Button onPress={renew}>{words.renew}</Button>}>
      <Loaded of={overview} lines={8}>
        {(value) => (
          <>
            <Figures overview={value} />
            <ProviderStates of={providers} />
            <Waits overview={value} />
            <Models models={value.models} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

export default OverviewPage
