import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment } from '../../../ui/money.tsx'
import { Page } from '../../../ui/page.tsx'
import { useResource } from '../../../ui/resource.ts'
import { Table } from '../../../ui/table.tsx'
import { countText, durationText } from '../../../words/figures.ts'
import { JOBS_WORDS } from './jobs-words.ts'
import { stateTitle } from '../../../words/column-titles.ts'

type Job = Schemas['OperatorJob']
type Row = Job['processes'][number] & Pick<Job, 'name'>
type Counts = Row['total_counts']

const rowsOf = (jobs: readonly Job[]): readonly Row[] =>
  jobs.flatMap(({ name, processes }) => processes.map((each) => ({ ...each, name })))

const countsText = (counts: Counts): string => {
  const words: Readonly<Record<string, string>> = JOBS_WORDS().counts
  return Object.entries(counts)
    .map(([name, count]) => `${words[name] ?? name}: ${countText(count)}`)
    .join(', ')
}

const Did = ({ last_counts: last, total_counts: total }: Row) => (
  <>
    {last === null ? '–' : countsText(last)}{' '}
    {Object.keys(total).length > 0 && <span class="hint">{JOBS_WORDS().inAll(countsText(total))}</span>}
  </>
)

const columnsOf = () => {
  const words = JOBS_WORDS()
  return [
    { title: words.job, cell: ({ name }: Row) => <span title={name}>{words.name(name)}</span> },
    {
      title: words.process,
      cell: ({ role, process }: Row) => (
        <>
          {words.roles[role]} <code title={process}>{process.slice(-6)}</code>
        </>
      ),
    },
    { title: stateTitle(), cell: ({ state }: Row) => words.states[state] },
    {
      title: words.last,
      cell: ({ last_run: run }: Row) =>
        run === null ? (
          '–'
        ) : (
          <>
            <Moment at={run.started_at} /> <span class="hint">{durationText(run.took_ms / 1_000)}</span>
          </>
        ),
    },
    { title: words.did, cell: Did },
    { title: words.next, cell: ({ next_run_at: at }: Row) => (at === null ? '–' : <Moment at={at} />) },
    {
      title: words.failure,
      cell: ({ last_failure: failure }: Row) =>
        failure === null ? (
          '–'
        ) : (
          <>
            <Moment at={failure.at} /> <span class="breakable">{failure.message}</span>
          </>
        ),
    },
  ]
}

/** The standing work of all processes. */
const Jobs = () => {
  const words = JOBS_WORDS()
  const jobs = useResource('jobs', (signal) => call('GET /v1/operator/jobs', { signal }))
  return (
    <Page
      title={words.title}
      lead={words.lead}
      action={<Button onPress={() => void jobs.reload()}>{words.renew}</Button>}
    >
      <Loaded of={jobs} lines={12}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="empty">{words.none}</p>
          ) : (
            <div class="wide">
              <Table
                caption={words.title}
                columns={columnsOf()}
                rows={rowsOf(data)}
                keyOf={({ name, process }) => `${name} ${process}`}
              />
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

export default Jobs
