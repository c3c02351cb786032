import { call } from '../../../api/call.ts'
import { changeQuery, query } from '../../../location.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/money.tsx'
import { Page } from '../../../ui/page.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { usePages } from '../../../ui/pages.tsx'
import { ACTIONS_WORDS } from './actions-words.ts'
import { changeTexts } from './change-text.ts'
import type { OperatorAction } from './change-text.ts'
import { outcomeTitle, reasonTitle, whenTitle } from '../../../words/column-titles.ts'

interface FilterProps {
  readonly name: 'operator' | 'subject'
  readonly label: string
  readonly hint: string
}

const Filter = ({ name, label, hint }: FilterProps) => (
  <div class="field">
    <label for={`actions-${name}`}>{label}</label>
    <input
      id={`actions-${name}`}
      type="search"
      placeholder={hint}
      value={query().get(name) ?? ''}
      onChange={(event) => changeQuery({ [name]: event.currentTarget.value.trim() })}
    />
  </div>
)

const Rows = ({ operator, subject }: { readonly operator: string; readonly subject: string }) => {
  const words = ACTIONS_WORDS()
  const pages = usePages<OperatorAction>('', (cursor) =>
    call('GET /v1/operator/actions', { query: { operator, subject, cursor } }),
  )
  const columns = [
    { title: whenTitle(), cell: ({ at }: OperatorAction) => <Moment at={at} /> },
    { title: words.operator, cell: (action: OperatorAction) => <span class="breakable">{action.operator}</span> },
    { title: words.action, cell: ({ command }: OperatorAction) => <code>{command}</code> },
    {
      title: words.change,
      cell: (action: OperatorAction) => {
        const texts = changeTexts(action)
        return <span class="breakable">{texts.length === 0 ? words.nothing : texts.join(', ')}</span>
      },
    },
    { title: reasonTitle(), cell: ({ reason }: OperatorAction) => <span class="breakable">{reason ?? '–'}</span> },
    { title: outcomeTitle(), cell: ({ succeeded }: OperatorAction) => (succeeded ? words.done : words.refused) },
  ]
  return <PagedTable pages={pages} caption={words.title} columns={columns} keyOf={({ id }) => id} none={words.none} />
}

/** What operators did, and to whom. */
const Actions = () => {
  const words = ACTIONS_WORDS()
  const [operator, subject] = [query().get('operator') ?? '', query().get('subject') ?? '']
  return (
    <Page title={words.title} lead={words.lead}>
      <search class="row filters">
        <Filter name="operator" label={words.operator} hint={words.operatorHint} />
        <Filter name="subject" label={words.subject} hint={words.subjectHint} />
        {(operator !== '' || subject !== '') && (
          <Button kind="quiet" onPress={() => changeQuery({ operator: '', subject: '' })}>
            {words.clear}
          </Button>
        )}
      </search>
      <Rows key={JSON.stringify([operator, subject])} operator={operator} subject={subject} />
    </Page>
  )
}

export default Actions
