import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import type { Outcome } from '../../api/failure.ts'
import { changeQuery, query } from '../../location.ts'
import { Choice } from '../../ui/choice.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Link } from '../../ui/link.tsx'
import { Moment } from '../../ui/money.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/pages.tsx'
import { CONVERSATIONS_WORDS } from './conversations-words.ts'
import { NewConversation } from './new-conversation.tsx'
import { TokenWallet, useTokenWallet } from './token-wallet.tsx'
import { kindTitle, modelTitle } from '../../words/column-titles.ts'

type Conversation = Schemas['ConversationResponse']

const LIMIT = 50

/** The API counts conversations from the newest; the list goes on behind those that it has. */
const pageFrom = async (
  cursor: string | null,
  archived: boolean,
): Promise<Outcome<{ readonly data: readonly Conversation[]; readonly next_cursor: string | null }>> => {
  const offset = Number(cursor ?? 0)
  const found = await call('GET /v1/me/conversations', { query: { limit: LIMIT, offset, archived } })
  if (!found.ok) return found
  const { data, total } = found.value
  const next = offset + data.length
  return { ok: true, value: { data, next_cursor: data.length > 0 && next < total ? String(next) : null } }
}

const Rows = ({ archived }: { readonly archived: boolean }) => {
  const words = CONVERSATIONS_WORDS()
  const pages = usePages<Conversation>(String(archived), (cursor) => pageFrom(cursor, archived))
  const columns = [
    {
      title: words.name,
      cell: ({ id, title }: Conversation) => (
        <Link to={`/conversations/${id}`} look="breakable">
          {title}
        </Link>
      ),
    },
    { title: modelTitle(), cell: ({ model }: Conversation) => model },
    { title: kindTitle(), cell: ({ kind }: Conversation) => words[kind] },
    { title: words.active, cell: ({ updated_at: at }: Conversation) => <Moment at={at} /> },
  ]
  return <PagedTable pages={pages} caption={words.title} columns={columns} keyOf={({ id }) => id} none={words.none} />
}

const Conversations = () => {
  const words = CONVERSATIONS_WORDS()
  const wallet = useTokenWallet()
  const archived = query().has('archived')
  return (
    <Page
      title={words.title}
      lead={words.lead}
      action={<DialogButton text={words.make}>{(close) => <NewConversation onClose={close} />}</DialogButton>}
    >
      <TokenWallet wallet={wallet} />
      <div class="row filters">
        <Choice
          label={words.show}
          value={archived ? 'archived' : ''}
          options={[
            { value: '', text: words.running },
            { value: 'archived', text: words.archived },
          ]}
          onChoose={(chosen) => changeQuery({ archived: chosen === '' ? '' : 'yes' })}
        />
      </div>
      <Rows key={String(archived)} archived={archived} />
    </Page>
  )
}

export default Conversations
