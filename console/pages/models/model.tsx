import { useCatalog } from '../../ui/known.ts'
import type { PageProps } from '../../console.tsx'
import { CopyButton } from '../../ui/copyable.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { dayText } from '../../words/figures.ts'
import { KIND_WORDS } from '../../words/kind-words.ts'
import { MODELS_WORDS } from './models-words.ts'
import { priceLines, workedExample } from './price-words.ts'
import type { Model, PriceLine } from './price-words.ts'
import { kindTitle } from '../../words/column-titles.ts'

/** Where the playground has models of a kind. */
const TABS = {
  chat: '/playground',
  image: '/playground/images',
  speech: '/playground/speech',
  transcription: '/playground/transcription',
  video: '/playground/video',
} as const

const ModelFacts = ({ model }: { readonly model: Model }) => {
  const words = MODELS_WORDS()
  const example = workedExample(model)
  const columns = [
    { title: words.unit, cell: ({ title }: PriceLine) => title },
    { title: words.price, isFigure: true, cell: ({ price }: PriceLine) => price },
  ]
  return (
    <>
      <dl class="facts">
        <dt>{words.identifier}</dt>
        <dd>
          <code>{model.id}</code> <CopyButton text={model.id} />
        </dd>
        <dt>{kindTitle()}</dt>
        <dd>{KIND_WORDS()[model.kind]}</dd>
        <dt>{words.provider}</dt>
        <dd>{model.owned_by}</dd>
        {model.capabilities.length > 0 && (
          <>
            <dt>{words.can}</dt>
            <dd>{model.capabilities.map((each) => words[each]).join(', ')}</dd>
          </>
        )}
        {model.created > 0 && (
          <>
            <dt>{words.added}</dt>
            <dd>{dayText(model.created)}</dd>
          </>
        )}
        {example !== null && (
          <>
            <dt>{example.title}</dt>
            <dd class="figure">
              {words.about} {example.price}
            </dd>
          </>
        )}
      </dl>
      <section>
        <h2>{words.prices}</h2>
        <Table caption={words.prices} columns={columns} rows={priceLines(model)} keyOf={({ title }) => title} />
      </section>
      {model.kind !== 'embedding' && (
        <p>
          <Link to={`${TABS[model.kind]}?model=${encodeURIComponent(model.id)}`}>{words.tryIt}</Link>
        </p>
      )}
    </>
  )
}

const ModelPage = ({ parameters }: PageProps) => {
  const words = MODELS_WORDS()
  const id = parameters['id'] ?? ''
  const catalog = useCatalog()
  return (
    <Page title={id}>
      <p>
        <Link to="/models">{words.back}</Link>
      </p>
      <Loaded of={catalog}>
        {({ models }) => {
          const model = models.find((each) => each.id === id)
          return model === undefined ? <p class="empty">{words.unknown}</p> : <ModelFacts model={model} />
        }}
      </Loaded>
    </Page>
  )
}

export default ModelPage
