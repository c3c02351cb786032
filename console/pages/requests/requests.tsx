import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { changeQuery, query } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Link } from '../../ui/link.tsx'
import { Money, Moment } from '../../ui/money.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/pages.tsx'
import { useResource } from '../../ui/resource.ts'
import { useAction } from '../../ui/form.tsx'
import { spanText } from '../../words/figures.ts'
import { OUTCOME_WORDS, UNKNOWN_MODEL } from '../../words/outcome-words.ts'
import { REQUESTS_WORDS } from './requests-words.ts'
import { briefUsageText } from './usage-text.ts'
import { modelTitle, outcomeTitle, whenTitle } from '../../words/column-titles.ts'

type Request = Schemas['PaidRequest']
type Outcome = Request['outcome']

/** The filters as they stand in the address, so that a link to this page shows the same calls. */
const FILTERS = ['model', 'key', 'outcome', 'from', 'to'] as const
type Filters = Readonly<Record<(typeof FILTERS)[number], string>>

const filtersInAddress = (): Filters => {
  const asked = query()
  return {
    model: asked.get('model') ?? '',
    key: asked.get('key') ?? '',
    outcome: asked.get('outcome') ?? '',
    from: asked.get('from') ?? '',
    to: asked.get('to') ?? '',
  }
}

/** The first second of a day in the reader's zone, or of the day after it. */
const secondOfDay = (day: string, daysLater: number): number | null => {
  const date = new Date(`${day}T00:00:00`)
  if (Number.isNaN(date.getTime())) return null
  date.setDate(date.getDate() + daysLater)
  // A year that is still being typed is one of the first centuries, of which the API knows nothing.
  return Math.max(0, date.getTime() / 1_000)
}

/** The filters as the API takes them; one that is empty is not sent. */
const queryOf = ({ from, to, ...filters }: Filters) => ({
  ...(filters as { readonly model: string; readonly key: string; readonly outcome: Outcome }),
  from: secondOfDay(from, 0),
  to: secondOfDay(to, 1),
})

const DayFilter = ({ name, label }: { readonly name: 'from' | 'to'; readonly label: string }) => (
  <div class="field">
    <label for={`requests-${name}`}>{label}</label>
    <input
      id={`requests-${name}`}
      type="date"
      max="9999-12-31"
      value={query().get(name) ?? ''}
      onChange={(event) => changeQuery({ [name]: event.currentTarget.value })}
    />
  </div>
)

const FilterBar = ({ filters }: { readonly filters: Filters }) => {
  const words = REQUESTS_WORDS()
  const keys = useResource('keys', (signal) => call('GET /v1/me/api-keys', { signal }))
  const known = keys.state.value.tag === 'ready' ? keys.state.value.value : []
  const isFiltered = FILTERS.some((name) => filters[name] !== '')
  return (
    <search class="row filters">
      <div class="field">
        <label for="requests-model">{modelTitle()}</label>
        <input
          id="requests-model"
          type="search"
          value={filters.model}
          onChange={(event) => changeQuery({ model: event.currentTarget.value.trim() })}
        />
      </div>
      <Choice
        label={words.key}
        value={filters.key}
        options={[{ value: '', text: words.everyKey }, ...known.map(({ id, name }) => ({ value: id, text: name }))]}
        onChoose={(key) => changeQuery({ key })}
      />
      <Choice
        label={outcomeTitle()}
        value={filters.outcome}
        options={[
          { value: '', text: words.everyOutcome },
          ...Object.entries(OUTCOME_WORDS()).map(([outcome, text]) => ({ value: outcome, text })),
        ]}
        onChoose={(outcome) => changeQuery({ outcome })}
      />
      <DayFilter name="from" label={words.from} />
      <DayFilter name="to" label={words.to} />
      {isFiltered && <Link to="/requests">{words.clear}</Link>}
    </search>
  )
}

const Rows = ({ filters }: { readonly filters: Filters }) => {
  const words = REQUESTS_WORDS()
  const pages = usePages<Request>('', (cursor) =>
    call('GET /v1/me/requests', { query: { ...queryOf(filters), limit: 50, cursor } }),
  )
  const columns = [
    {
      title: whenTitle(),
      cell: ({ id, started_at: at }: Request) => (
        <Link to={`/requests/${id}`}>
          <Moment at={at} />
        </Link>
      ),
    },
    { title: modelTitle(), cell: ({ model }: Request) => model ?? UNKNOWN_MODEL() },
    { title: words.key, cell: ({ key }: Request) => <span class="breakable">{key?.name ?? words.noKey}</span> },
    { title: words.usage, cell: ({ usage }: Request) => briefUsageText(usage) },
    {
      title: words.duration,
      isFigure: true,
      cell: ({ started_at: start, ended_at: end }: Request) => spanText(start, end),
    },
    { title: outcomeTitle(), cell: ({ outcome }: Request) => OUTCOME_WORDS()[outcome] },
    {
      title: words.cost,
      isFigure: true,
      cell: ({ charge, currency }: Request) => <Money amount={charge} currency={currency} />,
    },
  ]
  return <PagedTable pages={pages} caption={words.title} columns={columns} keyOf={({ id }) => id} none={words.none} />
}

const Requests = () => {
  const words = REQUESTS_WORDS()
  const filters = filtersInAddress()
  const action = useAction()
  const failure = action.failure.value

  const save = async (): Promise<void> => {
    await action.run(() => download('GET /v1/me/requests', queryOf(filters), 'requests.csv'))
  }

  return (
    <Page
      title={words.title}
      lead={words.lead}
      action={
        <Button isBusy={action.isRunning.value} onPress={save}>
          {words.download}
        </Button>
      }
    >
      {failure !== null && <FailureNotice failure={failure} />}
      <FilterBar filters={filters} />
      <div class="wide">
        <Rows key={JSON.stringify(filters)} filters={filters} />
      </div>
    </Page>
  )
}

export default Requests
