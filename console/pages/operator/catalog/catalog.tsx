import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, useAction } from '../../../ui/form.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useResource } from '../../../ui/resource.ts'
import { Table } from '../../../ui/table.tsx'
import { countText } from '../../../words/figures.ts'
import { CATALOG_WORDS } from './catalog-words.ts'
import { CheckText, Problems } from './check-text.tsx'

type Model = Schemas['OperatorCatalogModel']

const Models = ({ models }: { readonly models: readonly Model[] }) => {
  const words = CATALOG_WORDS()
  if (models.length === 0) return <p class="empty">{words.none}</p>
  const columns = [
    { title: words.model, cell: ({ id }: Model) => <span class="breakable">{id}</span> },
    { title: words.kind, cell: ({ kind }: Model) => kind },
    {
      title: words.deployments,
      cell: ({ deployments }: Model) => (
        <span class="breakable">
          {deployments.map(({ provider, upstream_model: name }) => `${provider} ${name}`).join(', ')}
        </span>
      ),
    },
    { title: words.tariff, cell: ({ tariff_version: version }: Model) => <code class="breakable">{version}</code> },
    {
      title: words.retires,
      cell: ({ retires_at: at }: Model) => (at === null ? words.never : <Moment at={at} />),
    },
  ]
  return <Table caption={words.title} columns={columns} rows={models} keyOf={({ id }) => id} />
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
      <Form action={action} onSend={() => void send()}>
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
