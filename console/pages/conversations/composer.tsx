import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import type { Outcome } from '../../api/failure.ts'
import { randomId } from '../../api/random-id.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { kept } from '../../ui/kept.ts'
import { sumText } from '../../words/figures.ts'
import { CONVERSATIONS_WORDS } from './conversations-words.ts'
import { sent } from './thread.ts'

type Conversation = Schemas['ConversationResponse']
type Catalog = Schemas['CatalogResponse']
type Task = Schemas['CatalogTask']

interface ComposerProps {
  readonly conversation: Conversation
  readonly catalog: Catalog
}

/** What a text turn costs: the price of the template or the model, else that of the task `chat`. */
const turnPrice = ({ models, templates, tasks }: Catalog, slug: string): string | undefined =>
  (templates.find((each) => each.slug === slug) ?? models.find(({ id }) => id === slug))?.turn_price ??
  tasks.find((each) => each.slug === 'chat')?.price

const send = (
  { id, kind }: Conversation,
  task: string,
  text: string,
  idempotencyKey: string,
): Promise<Outcome<unknown>> => {
  const headers = { 'idempotency-key': idempotencyKey }
  const made = { task, prompt: text, conversation_id: id }
  if (kind === 'image') return call('POST /v1/me/generations', { body: made, headers })
  if (kind === 'video') return call('POST /v1/me/video-generations', { body: made, headers })
  const path = { conversation_id: id }
  return call('POST /v1/me/conversations/{conversation_id}/messages', { path, body: { content: text }, headers })
}

const priceText = (
  { kind, catalog_slug: slug }: Conversation,
  catalog: Catalog,
  task: Task | undefined,
): string | null => {
  const words = CONVERSATIONS_WORDS()
  const price = kind === 'text' ? turnPrice(catalog, slug) : task?.price
  if (price === undefined) return null
  return (task?.per === 'second' ? words.perSecond : words.costs)(sumText(price, 'TOKEN'))
}

/** Sends a message; what was typed stays until it has arrived. */
export const Composer = ({ conversation, catalog }: ComposerProps) => {
  const words = CONVERSATIONS_WORDS()
  const draft = kept(`conversation.${conversation.id}`, '')
  const tasks = catalog.tasks.filter(({ kind }) => kind === conversation.kind)
  const task = useSignal(tasks.find(({ model }) => model === conversation.model)?.slug ?? tasks[0]?.slug ?? '')
  // One key a message: pressed twice, or sent again after a lost answer or on a page that was opened anew, it is the
  // same message.
  const idempotencyKey = kept(`conversation.${conversation.id}.key`, randomId())
  const action = useAction()
  const run = async (): Promise<void> => {
    const text = draft.value
    if (text.trim() === '') return
    await action.run(() => send(conversation, task.value, text, idempotencyKey.value))
    const failure = action.failure.value
    // An answer that failed is answered the same for ever; the next attempt is another message.
    if (failure === null || (failure.tag === 'refused' && [422, 502].includes(failure.status))) {
      idempotencyKey.value = randomId()
    }
    // Not what was typed while the answer came.
    if (failure === null && draft.value === text) draft.value = ''
    sent.value += 1
  }
  const price = priceText(
    conversation,
    catalog,
    conversation.kind === 'text' ? undefined : tasks.find(({ slug }) => slug === task.value),
  )
  return (
    <Form action={action} onSend={run}>
      {conversation.kind !== 'text' && (
        <Choice
          label={words.task}
          value={task.value}
          options={tasks.map(({ slug }) => ({ value: slug, text: slug }))}
          onChoose={(chosen) => {
            task.value = chosen
          }}
        />
      )}
      <Field
        label={words.message}
        value={draft}
        rows={3}
        maxLength={32_000}
        isRequired
        {...(price === null ? {} : { hint: price })}
      />
      <div class="row">
        <Button kind="main" isBusy={action.isRunning.value}>
          {words.send}
        </Button>
        <span role="status" class="hint">
          {action.isRunning.value ? words.answering : ''}
        </span>
      </div>
    </Form>
  )
}
