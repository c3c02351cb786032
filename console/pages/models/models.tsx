import { useCatalog } from '../../ui/known.ts'
import { changeQuery, query } from '../../location.ts'
import { Choice } from '../../ui/choice.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { KIND_WORDS } from '../../words/kind-words.ts'
import { MODELS_WORDS } from './models-words.ts'
import { workedExample } from './price-words.ts'
import type { Model } from './price-words.ts'
import { kindTitle, modelTitle } from '../../words/column-titles.ts'

const KINDS = ['chat', 'image', 'video', 'speech', 'transcription', 'embedding'] as const

const isWanted = (model: Model, text: string, kind: string): boolean =>
  (kind === '' || model.kind === kind) && `${model.id} ${model.owned_by}`.toLowerCase().includes(text.toLowerCase())

const Models = () => {
  const words = MODELS_WORDS()
  const catalog = useCatalog()
  const text = query().get('q') ?? ''
  const kind = query().get('kind') ?? ''

  const columns = [
    {
      title: modelTitle(),
      cell: ({ id }: Model) => (
        <Link to={`/models/${id}`} look="id">
          {id}
        </Link>
      ),
    },
    { title: kindTitle(), cell: (model: Model) => KIND_WORDS()[model.kind] },
    { title: words.can, cell: ({ capabilities }: Model) => capabilities.map((each) => words[each]).join(', ') },
    { title: words.example, cell: (model: Model) => workedExample(model)?.title ?? '' },
    { title: words.price, isFigure: true, cell: (model: Model) => workedExample(model)?.price ?? '' },
  ]

  return (
    <Page title={words.title} lead={words.lead}>
      <search class="row filters">
        <div class="field">
          <label for="models-search">{words.search}</label>
          <input
            id="models-search"
            type="search"
            value={text}
            onInput={(event) => changeQuery({ q: event.currentTarget.value })}
          />
        </div>
        <Choice
          label={kindTitle()}
          value={kind}
          options={[
            { value: '', text: words.every },
            ...KINDS.map((each) => ({ value: each, text: KIND_WORDS()[each] })),
          ]}
          onChoose={(chosen) => changeQuery({ kind: chosen })}
        />
      </search>
      <Loaded of={catalog} lines={8}>
        {({ models }) => (
          <Table
            caption={words.title}
            columns={columns}
            rows={models.filter((model) => isWanted(model, text, kind))}
            keyOf={({ id }) => id}
            none={words.none}
          />
        )}
      </Loaded>
    </Page>
  )
}

export default Models
