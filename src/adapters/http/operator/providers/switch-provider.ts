import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { SwitchProvider } from '../../../../application/operators/providers/switch-provider.ts'
import { nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { optionalReason } from '../reason-field.ts'
import { operatorSurface } from '../surface.ts'
import { providerName, switchedOffBody, writeSwitchedOff } from './provider-wire.ts'

const body = t.type(
  { provider: providerName, upstream_model: nullish(providerName), on: t.boolean, reason: optionalReason },
  'SwitchProviderRequest',
)

const answer = t.type({ switched_off: t.union([switchedOffBody, t.null]) }, 'SwitchProviderResponse')

export const switchOperatorProviderEndpoint = (switchProvider: SwitchProvider): Endpoint =>
  endpoint({
    id: 'switchOperatorProvider',
    method: 'POST',
    path: '/v1/operator/providers/switch',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Switch a provider, or one model of it, off or on',
    body,
    success: {
      status: 200,
      description:
        'The switch as it is now. No call is routed to what is off: by this process at once, by others within five ' +
        'seconds, or at once where there is a Redis. It stays off over restarts. Calls under way go on, and so do videos ' +
        'that were ordered. A model whose deployments are all off answers 503 `upstream_unavailable`.',
      body: answer,
    },
    failures: ['unknown_deployment'],
    handle: async ({ body: { provider, upstream_model: model, on: isOn, reason = null } }, { userId: operatorId }) => {
      const upstreamModel = model ?? null
      const switched = await switchProvider({ operatorId, provider, upstreamModel, isOn, reason: reason ?? null })
      return isLeft(switched) ? switched : right(json(200, { switched_off: writeSwitchedOff(switched.right) }))
    },
  })
