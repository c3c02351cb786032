import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import type { PageProps } from '../../console.tsx'
import { goFrom, location } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { changedFields } from '../../ui/changed-fields.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog, useDialog } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/money.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { usePages } from '../../ui/pages.tsx'
import { useResource } from '../../ui/resource.ts'
import { showOnce } from '../../ui/shown-once.tsx'
import { Deliveries } from './deliveries.tsx'
import type { Delivery } from './deliveries.tsx'
import { useWebhookDraft, WebhookForm, webhookFieldsOf } from './webhook-form.tsx'
import { eventsText, stateText } from './webhook-text.ts'
import { WEBHOOKS_WORDS } from './webhooks-words.ts'
import { saveText } from '../../words/saving-words.ts'
import { stateTitle } from '../../words/column-titles.ts'

type Hook = Schemas['WebhookResponse']

interface ChangeWebhookProps {
  readonly webhook: Hook
  readonly onChanged: () => void
  readonly onClose: () => void
}

const ChangeWebhook = ({ webhook, onChanged, onClose }: ChangeWebhookProps) => {
  const words = WEBHOOKS_WORDS()
  const draft = useWebhookDraft(webhook)
  const action = useAction()
  const send = async (): Promise<void> => {
    const path = { webhook_id: webhook.id }
    const body = changedFields<Schemas['WebhookUpdateRequest']>(webhook, webhookFieldsOf(draft))
    const changed = await action.run(() => call('PATCH /v1/me/webhooks/{webhook_id}', { path, body }))
    if (changed === null) return
    onChanged()
    onClose()
  }
  return (
    <Dialog title={words.changeTitle} onClose={onClose}>
      <WebhookForm draft={draft} action={action} onSend={send} sendText={saveText()} />
    </Dialog>
  )
}

const Facts = ({ webhook }: { readonly webhook: Hook }) => {
  const words = WEBHOOKS_WORDS()
  return (
    <dl class="facts">
      <dt>{words.url}</dt>
      <dd>
        <code>{webhook.url}</code>
      </dd>
      {webhook.description !== null && (
        <>
          <dt>{words.description}</dt>
          <dd>{webhook.description}</dd>
        </>
      )}
      <dt>{words.events}</dt>
      <dd>{eventsText(webhook)}</dd>
      <dt>{stateTitle()}</dt>
      <dd>{stateText(webhook)}</dd>
      <dt>{words.made}</dt>
      <dd>
        <Moment at={webhook.created_at} />
      </dd>
    </dl>
  )
}

/** What a dialog can do with the webhook. */
type Verb = 'change' | 'rotate' | 'delete'

interface ShownWebhookProps {
  readonly webhook: Hook
  readonly onChanged: () => void
}

const ShownWebhook = ({ webhook, onChanged }: ShownWebhookProps) => {
  const words = WEBHOOKS_WORDS()
  const path = { webhook_id: webhook.id }
  const sent = useSignal<string | null>(null)
  const action = useAction()
  const pages = usePages<Delivery>(webhook.id, (cursor) =>
    call('GET /v1/me/webhooks/{webhook_id}/deliveries', { path, query: { cursor } }),
  )
  const test = async (): Promise<void> => {
    sent.value = null
    const queued = await action.run(() => call('POST /v1/me/webhooks/{webhook_id}/test', { path }))
    if (queued === null) return
    sent.value = words.tested
    await pages.reload()
  }
  const sendAgain = async ({ id }: Delivery): Promise<void> => {
    sent.value = null
    const queued = await action.run(() =>
      call('POST /v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', {
        path: { ...path, delivery_id: id },
      }),
    )
    if (queued === null) return
    sent.value = words.queued
    await pages.reload()
  }
  const here = location.value
  const { open, dialog } = useDialog<Verb>((verb, close) => {
    switch (verb) {
      case 'change':
        return <ChangeWebhook webhook={webhook} onChanged={onChanged} onClose={close} />
      case 'rotate':
        return (
          <Confirm
            title={words.rotate}
            text={words.rotateText}
            doText={words.rotateSend}
            leaveText={words.keepSecret}
            work={() => call('POST /v1/me/webhooks/{webhook_id}/rotate-secret', { path })}
            onDone={({ secret }) => showOnce(words.secret, words.secretText, secret)}
            onClose={close}
          />
        )
      case 'delete':
        return (
          <Confirm
            title={words.removeTitle}
            text={words.removeText}
            doText={words.remove}
            work={() => call('DELETE /v1/me/webhooks/{webhook_id}', { path })}
            onDone={() => goFrom(here, '/settings/webhooks')}
            onClose={close}
          />
        )
    }
  })
  const failure = action.failure.value
  return (
    <>
      <Facts webhook={webhook} />
      <div class="row">
        <Button kind="main" isBusy={action.isRunning.value} isDisabled={!webhook.enabled} onPress={test}>
          {words.test}
        </Button>
        <Button onPress={() => open('change')}>{words.change}</Button>
        <Button onPress={() => open('rotate')}>{words.rotate}</Button>
        <Button onPress={() => open('delete')}>{words.remove}</Button>
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
      {sent.value !== null && <Notice kind="done">{sent.value}</Notice>}
      <Deliveries pages={pages} isBusy={action.isRunning.value} onAgain={(delivery) => void sendAgain(delivery)} />
      {dialog}
    </>
  )
}

/** One webhook: what it is, what may be done with it, and what was sent to it. */
const Webhook = ({ parameters }: PageProps) => {
  const words = WEBHOOKS_WORDS()
  const webhooks = useResource('webhooks', (signal) => call('GET /v1/me/webhooks', { signal }))
  return (
    <Page title={words.one}>
      <p>
        <Link to="/settings/webhooks">{words.all}</Link>
      </p>
      <Loaded of={webhooks}>
        {(rows) => {
          const found = rows.find(({ id }) => id === parameters['id'])
          return found === undefined ? (
            <Notice kind="problem">{words.missing}</Notice>
          ) : (
            <ShownWebhook webhook={found} onChanged={() => void webhooks.reload()} />
          )
        }}
      </Loaded>
    </Page>
  )
}

export default Webhook
