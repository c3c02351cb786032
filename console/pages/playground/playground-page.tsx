import type { ComponentChildren } from 'preact'
import { useCatalog } from '../../ui/known.ts'
import type { Schemas } from '../../api/api-types.ts'
import { changeQuery, query } from '../../location.ts'
import { Choice } from '../../ui/choice.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { KeyOfCalls } from './key-of-calls.tsx'
import './gateway-failures.ts'
import { PLAYGROUND_WORDS } from './playground-words.ts'
import { modelTitle } from '../../words/column-titles.ts'

export type Model = Schemas['CatalogModel']

const TABS = [
  { to: '/playground', words: 'chat' },
  { to: '/playground/images', words: 'images' },
  { to: '/playground/speech', words: 'speech' },
  { to: '/playground/transcription', words: 'transcription' },
  { to: '/playground/video', words: 'video' },
] as const

const Tabs = () => {
  const words = PLAYGROUND_WORDS()
  return (
    <nav class="tabs" aria-label={words.tabs}>
      {TABS.map(({ to, words: name }) => (
        <Link key={to} to={to} marksPlace="exactly">
          {words[name]}
        </Link>
      ))}
    </nav>
  )
}

interface PlaygroundPageProps {
  readonly kind: Model['kind']
  /** The tab of one chosen model; `models` are all of its kind. */
  readonly children: (model: Model, models: readonly Model[]) => ComponentChildren
}

/** A tab of the playground: what it offers for the model in the address, else for the first of its kind. */
export const PlaygroundPage = ({ kind, children }: PlaygroundPageProps) => {
  const words = PLAYGROUND_WORDS()
  const catalog = useCatalog()
  const wanted = query().get('model')
  return (
    <Page title={words.title} lead={words.lead}>
      <Tabs />
      <Loaded of={catalog} lines={6}>
        {(found) => {
          const models = found.models.filter((each) => each.kind === kind)
          const model = models.find(({ id }) => id === wanted) ?? models[0]
          return model === undefined ? <p class="empty">{words.noModel}</p> : children(model, models)
        }}
      </Loaded>
    </Page>
  )
}

interface ParametersProps {
  readonly model: Model
  readonly models: readonly Model[]
  readonly children: ComponentChildren
}

/** What stands beside a tab: the model, its parameters, and the key of the calls. */
export const Parameters = ({ model, models, children }: ParametersProps) => {
  const words = PLAYGROUND_WORDS()
  return (
    <aside class="form" aria-label={words.parameters}>
      <Choice
        label={modelTitle()}
        value={model.id}
        options={models.map(({ id }) => ({ value: id, text: id }))}
        onChoose={(chosen) => changeQuery({ model: chosen })}
      />
      {children}
      <KeyOfCalls />
    </aside>
  )
}
