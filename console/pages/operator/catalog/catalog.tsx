import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, useAction } from '../../../ui/form.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment, Money } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useResource } from '../../../ui/resource.ts'
import { Table } from '../../../ui/table.tsx'
import { countText } from '../../../words/figures.ts'
import { KIND_WORDS } from '../../../words/kind-words.ts'
import { CATALOG_WORDS } from './catalog-words.ts'
import { CheckText, Problems } from './check-text.tsx'
import { kindTitle, modelTitle } from '../../../words/column-titles.ts'

type Model = Schemas['OperatorCatalogModel']

const PRICES = [
  'input_per_million',
  'cached_input_per_million',
  'cache_write_per_million',
  'output_per_million',
  'image',
  'second',
  'call',
] as const

/** What the provider of a model asks, price by price. */
const Purchase = ({ purchase }: Model) => {
  const words = CATALOG_WORDS()
  if (purchase === null) return <>–</>
  const named = PRICES.flatMap((name) => {
    const price = purchase[name]
    return price === null ? [] : [{ name, price }]
  })
  return (
    <>
      {named.map(({ name, price }) => (
        <div key={name}>
          {words.purchasePrices[name]}
          {name.endsWith('_per_million') && `, ${words.perMillion}`} <Money amount={price} />
        </div>
      ))}
    </>
  )
}

const Models = ({ models }: { readonly models: readonly Model[] }) => {
  const words = CATALOG_WORDS()
  if (models.length === 0) return <p class="empty">{words.none}</p>
  const columns = [
    { title: modelTitle(), cell: ({ id }: Model) => <span class="breakable">{id}</span> },
    { title: kindTitle(), cell: ({ kind }: Model) => KIND_WORDS()[kind] },
    {
      title: words.deployments,
      cell: ({ deployments }: Model) => (
        <span class="breakable">
          {deployments.map(({ provider, upstream_model: name }) => `${provider} ${name}`).join(', ')}
        </span>
      ),
    },
    { title: words.tariff, cell: ({ tariff_version: version }: Model) => <code>{version}</code> },
    { title: words.purchase, cell: Purchase },
    {
      title: words.retires,
      cell: ({ retires_at: at }: Model) => (at === null ? '–' : <Moment at={at} />),
    },
  ]
  return (
    <div class="wide">
      <Table caption={words.title} columns={columns} rows={models} keyOf={({ id }) => id} />
    </div>
  )
}

const Reload = ({ onDone }: { readonly onDone: () => void }) => {
  const words = CATALOG_WORDS()
  const action = useAction()
  const report = useSignal<Schemas['ReloadCatalogResponse'] | null>(null)
  const send = async (): Promise<void> => {
    report.value = await action.run(() => call('POST /v1/operator/catalog/reload', { body: {} }))
    if (report.value?.reloaded === true) onDone()
  }
  const found = report.value
  return (
    <>
      <Form action={action} onSend={send}>
        <div class="row">
          <Button kind="main" isBusy={action.isRunning.value}>
            {words.reload}
          </Button>
          <span class="hint">{words.reloadHint}</span>
        </div>
      </Form>
      {found?.reloaded === true && (
        <Notice kind="done">
          {words.reloaded} {countText(found.models)}
        </Notice>
      )}
      {found?.reloaded === false && <Problems title={words.notReloaded} problems={found.problems} />}
    </>
  )
}

/** What is sold, and how a changed file is put to use. */
const Catalog = () => {
  const words = CATALOG_WORDS()
  const catalog = useResource('operator-catalog', (signal) => call('GET /v1/operator/catalog', { signal }))
  return (
    <Page title={words.title} lead={words.lead}>
      <Reload onDone={() => void catalog.reload()} />
      <Loaded of={catalog} lines={8}>
        {({ version, read_at: readAt, models }) => (
          <>
            <p>
              {words.version} <code>{version}</code>, {words.readAt} <Moment at={readAt} />
            </p>
            <Models models={models} />
          </>
        )}
      </Loaded>
      <CheckText />
    </Page>
  )
}

export default Catalog
