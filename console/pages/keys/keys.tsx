import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money, Moment } from '../../ui/money.tsx'
import { Page } from '../../ui/page.tsx'
import { useResource } from '../../ui/resource.ts'
import { Table } from '../../ui/table.tsx'
import { actionsTitle, stateTitle } from '../../words/column-titles.ts'
import { sumText } from '../../words/figures.ts'
import { ChangeKey } from './change-key.tsx'
import { DeleteKey } from './delete-key.tsx'
import { KeyDefaults } from './key-defaults.tsx'
import { keyState } from './key-state.ts'
import { KEYS_WORDS } from './keys-words.ts'
import { NewKey } from './new-key.tsx'

type Key = Schemas['ApiKeyResponse']

/** The dialog that is open. */
type Opened =
  | { readonly tag: 'new' }
  | { readonly tag: 'defaults' }
  | { readonly tag: 'change'; readonly apiKey: Key }
  | { readonly tag: 'delete'; readonly apiKey: Key }

/** What the key has spent of its limit: in this period, where the limit has periods. */
const Spent = ({ apiKey }: { readonly apiKey: Key }) => {
  const words = KEYS_WORDS()
  const { spend_limit: limit, spend_limit_period: period } = apiKey
  const ofLimit = period === null ? words.of : words.ofPeriod[period]
  return (
    <>
      <Money amount={apiKey.period_spent ?? apiKey.spent} />{' '}
      {limit !== null && <span class="hint">{ofLimit(sumText(limit, 'RUB'))}</span>}
    </>
  )
}

const Keys = () => {
  const words = KEYS_WORDS()
  const keys = useResource('keys', (signal) => call('GET /v1/me/api-keys', { signal }))
  const reload = (): void => void keys.reload()
  const { open, dialog } = useDialog<Opened>((shown, close) => {
    switch (shown.tag) {
      case 'new':
        return <NewKey onMade={reload} onClose={close} />
      case 'defaults':
        return <KeyDefaults onClose={close} />
      case 'change':
        return <ChangeKey apiKey={shown.apiKey} onChanged={reload} onClose={close} />
      case 'delete':
        return <DeleteKey apiKey={shown.apiKey} onDeleted={reload} onClose={close} />
    }
  })

  const columns = [
    { title: words.name, cell: ({ name }: Key) => <span class="breakable">{name}</span> },
    {
      title: words.key,
      cell: ({ prefix, last_four: lastFour }: Key) => (
        <code>
          {prefix}…{lastFour}
        </code>
      ),
    },
    { title: words.spent, isFigure: true, cell: (key: Key) => <Spent apiKey={key} /> },
    {
      title: words.used,
      cell: ({ last_used_at: at }: Key) => (at === null ? words.never : <Moment at={at} />),
    },
    { title: stateTitle(), cell: (key: Key) => words.states[keyState(key, Date.now() / 1_000)] },
    {
      title: actionsTitle(),
      cell: (key: Key) => (
        <span class="row">
          <Button
            kind="quiet"
            label={`${words.change}: ${key.name}`}
            onPress={() => open({ tag: 'change', apiKey: key })}
          >
            {words.change}
          </Button>
          <Button
            kind="quiet"
            label={`${words.remove}: ${key.name}`}
            onPress={() => open({ tag: 'delete', apiKey: key })}
          >
            {words.remove}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Page
      title={words.title}
      lead={words.lead}
      action={
        <div class="row">
          <Button onPress={() => open({ tag: 'defaults' })}>{words.defaults}</Button>
          <Button kind="main" onPress={() => open({ tag: 'new' })}>
            {words.make}
          </Button>
        </div>
      }
    >
      <Loaded of={keys}>
        {(rows) => (
          <Table caption={words.title} columns={columns} rows={rows} keyOf={({ id }) => id} none={words.empty} />
        )}
      </Loaded>
      {dialog}
    </Page>
  )
}

export default Keys
