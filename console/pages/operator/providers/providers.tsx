import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { useDialog } from '../../../ui/dialog.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment } from '../../../ui/money.tsx'
import { Page } from '../../../ui/page.tsx'
import { useResource } from '../../../ui/resource.ts'
import { Table } from '../../../ui/table.tsx'
import { actionsTitle, stateTitle } from '../../../words/column-titles.ts'
import { countText } from '../../../words/figures.ts'
import { ATTEMPT_WORDS } from '../../../words/attempt-words.ts'
import '../operator-failures.ts'
import { PROVIDERS_WORDS } from './providers-words.ts'
import { SwitchDialog } from './switch-dialog.tsx'
import type { Switched } from './switch-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'

type Provider = Schemas['OperatorProvider']
type Deployment = Schemas['OperatorDeployment']

const Off = ({ off }: { readonly off: NonNullable<Provider['switched_off']> }) => (
  <span class="breakable">
    {PROVIDERS_WORDS().off} <Moment at={off.since} />
    {off.reason !== null && <span class="hint"> {off.reason}</span>}
  </span>
)

const LastFailure = ({ last_failures: [failure] }: Deployment) => {
  if (failure === undefined) return <>{PROVIDERS_WORDS().none}</>
  return (
    <span class="breakable">
      <Moment at={failure.at} /> {ATTEMPT_WORDS()[failure.cause]} <span class="hint">{failure.message}</span>
    </span>
  )
}

interface AskedSwitch extends Switched {
  readonly isOn: boolean
}

interface Tried {
  readonly provider: string
  readonly upstreamModel: string
}

interface ProviderSectionProps {
  readonly provider: Provider
  readonly onSwitch: (asked: AskedSwitch) => void
  readonly onTest: (upstreamModel: string) => void
}

const ProviderSection = ({ provider, onSwitch, onTest }: ProviderSectionProps) => {
  const words = PROVIDERS_WORDS()
  const { id, callable, deployments, switched_off: off } = provider
  const columns = [
    {
      title: words.model,
      cell: ({ upstream_model: name, models }: Deployment) => (
        <span class="breakable">
          <code>{name}</code>{' '}
          <span class="hint">
            {words.soldAs} {models.join(', ')}
          </span>
        </span>
      ),
    },
    {
      title: stateTitle(),
      cell: ({ switched_off: own, circuit }: Deployment) => {
        if (own !== null) return <Off off={own} />
        return off === null ? words.circuits[circuit] : words.offWithProvider
      },
    },
    { title: words.calls, isFigure: true, cell: (one: Deployment) => countText(one.calls_last_hour) },
    { title: words.failures, isFigure: true, cell: (one: Deployment) => countText(one.failures_last_hour) },
    {
      title: words.answered,
      cell: ({ last_answered_at: at }: Deployment) => (at === null ? words.never : <Moment at={at} />),
    },
    { title: words.failure, cell: (one: Deployment) => <LastFailure {...one} /> },
    {
      title: actionsTitle(),
      cell: ({ upstream_model: upstreamModel, switched_off: own, kind }: Deployment) => {
        const isOn = own === null
        const doText = isOn ? words.switchOff : words.switchOn
        return (
          <span class="row">
            {/* The shortest video is charged in full, so a model of videos has no small call. */}
            {kind !== 'video' && callable && (
              <Button kind="quiet" label={`${words.test}: ${upstreamModel}`} onPress={() => onTest(upstreamModel)}>
                {words.test}
              </Button>
            )}
            <Button
              kind="quiet"
              label={`${doText}: ${upstreamModel}`}
              onPress={() => onSwitch({ provider: id, upstreamModel, isOn })}
            >
              {doText}
            </Button>
          </span>
        )
      },
    },
  ]
  const doText = off === null ? words.switchOff : words.switchOn
  return (
    <section class="wide">
      <h2>{id}</h2>
      <div class="row">
        <span>
          {words.provider}: {off !== null ? <Off off={off} /> : callable ? words.on : words.notCallable}
        </span>
        <Button
          kind="quiet"
          label={`${doText}: ${id}`}
          onPress={() => onSwitch({ provider: id, upstreamModel: null, isOn: off === null })}
        >
          {doText}
        </Button>
      </div>
      {deployments.length === 0 ? (
        <p class="empty">{words.noModels}</p>
      ) : (
        <Table caption={id} columns={columns} rows={deployments} keyOf={({ upstream_model: name }) => name} />
      )}
    </section>
  )
}

/** Every provider of the catalogue: how it fares, and its switches. */
const Providers = () => {
  const words = PROVIDERS_WORDS()
  const seen = useResource('operator-providers', (signal) => call('GET /v1/operator/providers', { signal }))
  const onDone = (): void => void seen.reload()
  const asked = useDialog<AskedSwitch>((which, close) => <SwitchDialog {...which} onDone={onDone} onClose={close} />)
  const tried = useDialog<Tried>((which, close) => <TestDialog {...which} onDone={onDone} onClose={close} />)
  return (
    <Page title={words.title}>
      <Loaded of={seen} lines={8}>
        {({ instance, data }) => (
          <>
            <p class="lead breakable">
              {words.lead} <code>{instance}</code>
            </p>
            {data.map((provider) => (
              <ProviderSection
                key={provider.id}
                provider={provider}
                onSwitch={asked.open}
                onTest={(upstreamModel) => tried.open({ provider: provider.id, upstreamModel })}
              />
            ))}
          </>
        )}
      </Loaded>
      {asked.dialog}
      {tried.dialog}
    </Page>
  )
}

export default Providers
