import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { changeQuery, query } from '../../../location.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { useDialog } from '../../../ui/dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { Moment } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { usePages } from '../../../ui/pages.tsx'
import { countText } from '../../../words/figures.ts'
import '../operator-failures.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { Verb } from './change-dialog.tsx'
import { kindText, MAIL_WORDS } from './mail-words.ts'
import { stateTitle } from '../../../words/column-titles.ts'

type SeenMail = Schemas['OperatorMail']
type State = SeenMail['state']

const STATES: readonly State[] = ['waiting', 'failed', 'sent', 'dropped']

const stateText = ({ state, outcome, sending }: SeenMail): string => {
  const words = MAIL_WORDS()
  if (sending) return words.sending
  return outcome === 'refused' || outcome === 'given_up' ? words.outcomes[outcome] : words.states[state]
}

interface ChangesProps {
  readonly mail: SeenMail
  readonly onChoose: (verb: Verb) => void
}

const Changes = ({ mail, onChoose }: ChangesProps) => {
  const words = MAIL_WORDS()
  const { state, sending, recipient } = mail
  const button = (verb: Verb) => (
    <Button kind="quiet" label={`${words[verb]}: ${kindText(mail)}, ${recipient}`} onPress={() => onChoose(verb)}>
      {words[verb]}
    </Button>
  )
  if (sending || (state !== 'waiting' && state !== 'failed')) return null
  return (
    <span class="row">
      {button('retry')}
      {state === 'waiting' && button('giveUp')}
    </span>
  )
}

const columnsOf = (onChoose: (mail: SeenMail, verb: Verb) => void) => {
  const words = MAIL_WORDS()
  return [
    { title: words.queued, cell: ({ created_at: at }: SeenMail) => <Moment at={at} /> },
    { title: words.kind, cell: kindText },
    {
      title: words.recipient,
      cell: ({ recipient, account_id: id }: SeenMail) =>
        id === null ? (
          <span class="breakable">{recipient}</span>
        ) : (
          <Link to={`/operator/accounts/${id}`} look="breakable">
            {recipient}
          </Link>
        ),
    },
    { title: stateTitle(), cell: stateText },
    { title: words.attempts, isFigure: true, cell: ({ attempts }: SeenMail) => countText(attempts) },
    {
      title: words.next,
      cell: ({ next_attempt_at: at, sending }: SeenMail) => (at === null || sending ? '–' : <Moment at={at} />),
    },
    { title: words.error, cell: ({ last_error: error }: SeenMail) => <span class="breakable">{error ?? '–'}</span> },
    {
      title: words.change,
      cell: (mail: SeenMail) => <Changes mail={mail} onChoose={(verb) => onChoose(mail, verb)} />,
    },
  ]
}

const Rows = ({ state, account }: { readonly state: State | null; readonly account: string | null }) => {
  const words = MAIL_WORDS()
  const pages = usePages<SeenMail>('', (cursor) => call('GET /v1/operator/mail', { query: { state, account, cursor } }))
  const notice = useSignal<'retried' | 'givenUp' | null>(null)
  const { open, dialog } = useDialog<{ readonly mail: SeenMail; readonly verb: Verb }>((chosen, close) => (
    <ChangeDialog
      {...chosen}
      onDone={() => {
        notice.value = chosen.verb === 'retry' ? 'retried' : 'givenUp'
        void pages.reload()
      }}
      onClose={close}
    />
  ))
  const columns = columnsOf((mail, verb) => open({ mail, verb }))
  return (
    <div class="widest">
      {notice.value !== null && <Notice kind="done">{words[notice.value]}</Notice>}
      <PagedTable pages={pages} caption={words.title} columns={columns} keyOf={({ id }) => id} none={words.none} />
      {dialog}
    </div>
  )
}

/** The messages of the mail queue. */
const Mail = () => {
  const words = MAIL_WORDS()
  const asked = query().get('state')
  const account = query().get('account')
  const state = STATES.find((each) => each === asked) ?? null
  return (
    <Page title={words.title} lead={words.lead}>
      <search class="row filters">
        <Choice
          label={stateTitle()}
          value={state ?? ''}
          options={[
            { value: '', text: words.every },
            ...STATES.map((each) => ({ value: each, text: words.states[each] })),
          ]}
          onChoose={(choice) => changeQuery({ state: choice })}
        />
        {account !== null && (
          <Button kind="quiet" onPress={() => changeQuery({ account: '' })}>
            {words.all}
          </Button>
        )}
      </search>
      <Rows key={JSON.stringify([state, account])} state={state} account={account} />
    </Page>
  )
}

export default Mail
