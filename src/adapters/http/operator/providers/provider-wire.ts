import * as t from 'io-ts'
import type {
  DeploymentState,
  ProvidersSeen,
  ProviderState,
} from '../../../../application/operators/providers/list-providers.ts'
import type { NotedFailure } from '../../../../application/gateway/routing/deployment-notes.ts'
import { secondsOf, unixSeconds } from '../../../../domain/time-units.ts'
import { MODEL_KINDS } from '../../../../domain/catalog/model.ts'
import { FAILURE_TAGS } from '../../../../domain/routing/attempt.ts'
import type { SwitchedOff } from '../../../../domain/routing/deployment-switch.ts'
import { count, textOfLength, unixTime } from '../../codecs/codecs.ts'
import { wordOf } from '../../codecs/word-codec.ts'

const MAX_NAME_CHARACTERS = 256

export const providerName = textOfLength(1, MAX_NAME_CHARACTERS)

const textOrNull = t.union([t.string, t.null])

export const switchedOffBody = t.type({ since: unixTime, reason: textOrNull }, 'SwitchedOff')

const switchedOffOrNull = t.union([switchedOffBody, t.null])

const failureBody = t.type(
  {
    at: unixTime,
    cause: wordOf(FAILURE_TAGS),
    message: t.string,
    upstream_code: textOrNull,
    upstream_status: t.union([count, t.null]),
  },
  'DeploymentFailure',
)

const deploymentBody = t.type(
  {
    upstream_model: t.string,
    kind: wordOf(MODEL_KINDS),
    models: t.array(t.string),
    switched_off: switchedOffOrNull,
    circuit: t.keyof({ closed: null, open: null, half_open: null }),
    calls_last_hour: count,
    failures_last_hour: count,
    last_answered_at: t.union([unixTime, t.null]),
    last_failures: t.array(failureBody),
  },
  'OperatorDeployment',
)

const providerBody = t.type(
  {
    id: t.string,
    adapter: t.string,
    callable: t.boolean,
    switched_off: switchedOffOrNull,
    deployments: t.array(deploymentBody),
  },
  'OperatorProvider',
)

export const providerListBody = t.type({ instance: t.string, data: t.array(providerBody) }, 'OperatorProviderList')

export const writeSwitchedOff = (off: SwitchedOff | null): t.TypeOf<typeof switchedOffOrNull> =>
  off === null ? null : { since: secondsOf(off.since), reason: off.reason }

const writeFailure = ({ atMs, ...failure }: NotedFailure): t.TypeOf<typeof failureBody> => ({
  at: unixSeconds(atMs),
  cause: failure.cause,
  message: failure.message,
  upstream_code: failure.upstreamCode,
  upstream_status: failure.upstreamStatus,
})

const writeDeployment = ({ models, record, ...state }: DeploymentState): t.TypeOf<typeof deploymentBody> => ({
  upstream_model: state.upstreamModel,
  kind: models[0]?.kind ?? 'chat',
  models: models.map(({ id }) => id),
  switched_off: writeSwitchedOff(state.switchedOff),
  circuit: state.circuit,
  calls_last_hour: record.calls,
  failures_last_hour: record.failures,
  last_answered_at: record.lastAnsweredMs === null ? null : unixSeconds(record.lastAnsweredMs),
  last_failures: record.lastFailures.map(writeFailure),
})

const writeProvider = ({ id, adapter, isCallable, switchedOff, deployments }: ProviderState) => ({
  id,
  adapter,
  callable: isCallable,
  switched_off: writeSwitchedOff(switchedOff),
  deployments: deployments.map(writeDeployment),
})

export const writeProviders = ({ instance, providers }: ProvidersSeen): t.TypeOf<typeof providerListBody> => ({
  instance,
  data: providers.map(writeProvider),
})
