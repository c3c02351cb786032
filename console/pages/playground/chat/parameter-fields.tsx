import type { Signal } from '@preact/signals'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { kept } from '../../../ui/kept.ts'
import type { Model } from '../playground-page.tsx'
import { PLAYGROUND_WORDS } from '../playground-words.ts'
import { PARAMETERS } from './chat-parameters.ts'
import type { ChatParameters, ParameterName } from './chat-parameters.ts'
import { CHAT_WORDS } from './chat-words.ts'

export type ParameterDrafts = Readonly<Record<keyof ChatParameters, Signal<string>>>

/** The parameters as they are entered; a reload keeps them. */
export const parameterDrafts = (): ParameterDrafts =>
  Object.fromEntries(
    (['system', ...PARAMETERS] as const).map((name) => [name, kept(`chat.${name}`, '')]),
  ) as ParameterDrafts

export const enteredParameters = (drafts: ParameterDrafts): ChatParameters =>
  Object.fromEntries(Object.entries(drafts).map(([name, { value }]) => [name, value])) as ChatParameters

const ParameterField = ({ name, draft }: { readonly name: ParameterName; readonly draft: Signal<string> }) => {
  const words = { ...PLAYGROUND_WORDS(), ...CHAT_WORDS() }
  const byModel = { value: '', text: words.byModel }
  const choose = (chosen: string): void => {
    draft.value = chosen
  }
  switch (name) {
    case 'reasoning_effort': {
      const options = (['low', 'medium', 'high'] as const).map((each) => ({ value: each, text: words[each] }))
      return <Choice label={words[name]} value={draft.value} options={[byModel, ...options]} onChoose={choose} />
    }
    case 'response_format': {
      const options = [byModel, { value: 'json_object', text: words.json }]
      return <Choice label={words[name]} value={draft.value} options={options} onChoose={choose} />
    }
    case 'stop':
      return <Field label={words[name]} value={draft} placeholder={words.byModel} />
    case 'max_completion_tokens':
    case 'seed':
      return <Field label={words[name]} value={draft} inputMode="numeric" placeholder={words.byModel} />
    case 'temperature':
    case 'top_p':
    case 'frequency_penalty':
    case 'presence_penalty':
      return <Field label={words[name]} value={draft} inputMode="decimal" placeholder={words.byModel} />
  }
}

interface ParameterFieldsProps {
  /** The models that are asked. Each gets only what it has. */
  readonly models: readonly Model[]
  readonly drafts: ParameterDrafts
}

/** The parameters that one of the models has at least, and no others. */
export const ParameterFields = ({ models, drafts }: ParameterFieldsProps) => {
  const words = CHAT_WORDS()
  const offered = PARAMETERS.filter((name) => models.some((model) => model.supported_parameters.includes(name)))
  return (
    <>
      <Field label={words.system} value={drafts.system} hint={words.systemHint} rows={2} />
      {offered.map((name) => (
        <ParameterField key={name} name={name} draft={drafts[name]} />
      ))}
    </>
  )
}
