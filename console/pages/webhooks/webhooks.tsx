import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/money.tsx'
import { Page } from '../../ui/page.tsx'
import { useResource } from '../../ui/resource.ts'
import { showOnce } from '../../ui/shown-once.tsx'
import { Table } from '../../ui/table.tsx'
import { useWebhookDraft, WebhookForm, webhookFieldsOf } from './webhook-form.tsx'
import { eventsText, stateText } from './webhook-text.ts'
import { WEBHOOKS_WORDS } from './webhooks-words.ts'
import { stateTitle } from '../../words/column-titles.ts'

type Webhook = Schemas['WebhookResponse']

interface NewWebhookProps {
  readonly onMade: () => void
  readonly onClose: () => void
}

const NewWebhook = ({ onMade, onClose }: NewWebhookProps) => {
  const words = WEBHOOKS_WORDS()
  const draft = useWebhookDraft({ url: '', description: null, events: null, enabled: true })
  const action = useAction()
  const send = async (): Promise<void> => {
    const made = await action.run(() => call('POST /v1/me/webhooks', { body: webhookFieldsOf(draft) }))
    if (made === null) return
    showOnce(words.secret, words.secretText, made.secret)
    onClose()
    onMade()
  }
  return (
    <Dialog title={words.make} onClose={onClose}>
      <WebhookForm draft={draft} action={action} onSend={send} sendText={words.make} />
    </Dialog>
  )
}

const Webhooks = () => {
  const words = WEBHOOKS_WORDS()
  const webhooks = useResource('webhooks', (signal) => call('GET /v1/me/webhooks', { signal }))

  const columns = [
    {
      title: words.url,
      cell: ({ id, url, description }: Webhook) => (
        <span class="breakable">
          <Link to={`/settings/webhooks/${id}`}>{url}</Link>{' '}
          {description !== null && <span class="hint">{description}</span>}
        </span>
      ),
    },
    { title: words.events, cell: eventsText },
    { title: stateTitle(), cell: stateText },
    {
      title: words.taken,
      cell: ({ last_delivered_at: at }: Webhook) => (at === null ? words.never : <Moment at={at} />),
    },
  ]
  return (
    <Page
      title={words.title}
      lead={words.lead}
      action={
        <DialogButton text={words.make}>
          {(close) => <NewWebhook onMade={() => void webhooks.reload()} onClose={close} />}
        </DialogButton>
      }
    >
      <Loaded of={webhooks}>
        {(rows) => (
          <Table caption={words.title} columns={columns} rows={rows} keyOf={({ id }) => id} none={words.empty} />
        )}
      </Loaded>
      <p>
        <Link to="/settings">{words.settings}</Link>
      </p>
    </Page>
  )
}

export default Webhooks
