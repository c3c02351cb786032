import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { Link } from '../../../ui/link.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment } from '../../../ui/money.tsx'
import type { Resource } from '../../../ui/resource.ts'
import { ATTEMPT_WORDS } from '../../../words/attempt-words.ts'
import { countText } from '../../../words/figures.ts'
import { OPERATOR_OVERVIEW_WORDS } from './overview-words.ts'

type Provider = Schemas['OperatorProvider']

const stateOf = ({ switched_off: off, deployments }: Provider): string => {
  const words = OPERATOR_OVERVIEW_WORDS()
  if (off !== null) return words.off
  const switchedOff = deployments.filter((each) => each.switched_off !== null).length
  const leftOut = deployments.filter((each) => each.switched_off === null && each.circuit !== 'closed').length
  const problems = [
    ...(switchedOff > 0 ? [words.partlyOff(countText(switchedOff))] : []),
    ...(leftOut > 0 ? [words.leftOut(countText(leftOut))] : []),
  ]
  return problems.length === 0 ? words.well : problems.join(', ')
}

const LastFailure = ({ deployments }: Provider) => {
  const [last] = deployments.flatMap((each) => each.last_failures).toSorted((one, other) => other.at - one.at)
  if (last === undefined) return null
  return (
    <span class="hint">
      {' '}
      <Moment at={last.at} /> {ATTEMPT_WORDS()[last.cause]}
    </span>
  )
}

export const readProviders = (signal: AbortSignal) => call('GET /v1/operator/providers', { signal })

/** Every provider that sells something: whether it is called, and what failed last. */
export const ProviderStates = ({ of }: { readonly of: Resource<Schemas['OperatorProviderList']> }) => (
  <section>
    <h2>
      <Link to="/operator/providers">{OPERATOR_OVERVIEW_WORDS().providers}</Link>
    </h2>
    <Loaded of={of} lines={2}>
      {({ data }) => (
        <dl class="facts">
          {data
            .filter(({ deployments }) => deployments.length > 0)
            .flatMap((provider) => [
              <dt key={`${provider.id} name`}>{provider.id}</dt>,
              <dd key={provider.id}>
                {stateOf(provider)}
                <LastFailure {...provider} />
              </dd>,
            ])}
        </dl>
      )}
    </Loaded>
  </section>
)
