import { useSignal } from '@preact/signals'
import { useCatalog } from '../../ui/known.ts'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { goTo } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Close } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { CONVERSATIONS_WORDS } from './conversations-words.ts'

type Catalog = Schemas['CatalogResponse']

interface NewConversationProps {
  readonly onClose: Close
}

const KINDS: Readonly<Record<string, 'text' | 'image' | 'video' | undefined>> = {
  chat: 'text',
  image: 'image',
  video: 'video',
}

/** What a conversation can be bound to: the templates first, then the models that talk, or make images or videos. */
const partnersOf = ({ templates, models }: Catalog, words: ReturnType<typeof CONVERSATIONS_WORDS>) => [
  ...templates.map(({ slug, title, kind }) => ({ value: slug, text: `${title} (${words[kind]})` })),
  ...models.flatMap(({ id, kind }) => {
    const made = KINDS[kind]
    return made === undefined ? [] : [{ value: id, text: `${id} (${words[made]})` }]
  }),
]

const Fields = ({ catalog, onClose }: NewConversationProps & { readonly catalog: Catalog }) => {
  const words = CONVERSATIONS_WORDS()
  const partners = partnersOf(catalog, words)
  const slug = useSignal(partners[0]?.value ?? '')
  const title = useSignal('')
  const action = useAction()
  const send = async (): Promise<void> => {
    const body = { catalog_slug: slug.value, title: title.value.trim() || null }
    const made = await action.run(() => call('POST /v1/me/conversations', { body }))
    if (made !== null && onClose()) goTo(`/conversations/${made.id}`)
  }
  if (partners.length === 0) return <p>{words.noneToTalkTo}</p>
  return (
    <Form action={action} onSend={send} fields={['title']}>
      <Choice
        label={words.what}
        value={slug.value}
        options={partners}
        onChoose={(chosen) => {
          slug.value = chosen
        }}
      />
      <Field
        label={words.name}
        value={title}
        hint={words.nameHint}
        maxLength={200}
        problem={problemOf(action, 'title')}
      />
      <Button kind="main" isBusy={action.isRunning.value}>
        {words.make}
      </Button>
    </Form>
  )
}

/** Opens a conversation with a model or a template of the catalogue. */
export const NewConversation = ({ onClose }: NewConversationProps) => {
  const words = CONVERSATIONS_WORDS()
  const catalog = useCatalog()
  return (
    <Dialog title={words.make} onClose={onClose}>
      <Loaded of={catalog}>{(known) => <Fields catalog={known} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}
