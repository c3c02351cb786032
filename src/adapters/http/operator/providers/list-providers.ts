import { right } from 'fp-ts/lib/Either.js'
import type { ListProviders } from '../../../../application/operators/providers/list-providers.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { providerListBody, writeProviders } from './provider-wire.ts'

export const listOperatorProvidersEndpoint = (listProviders: ListProviders): Endpoint =>
  endpoint({
    id: 'listOperatorProviders',
    method: 'GET',
    path: '/v1/operator/providers',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Look how every provider and each of its models fares',
    success: {
      status: 200,
      description:
        'In the order of the catalogue. What is switched off holds for every process. Circuits, calls and failures are ' +
        'what the process that answers has seen since its start; `instance` names it.',
      body: providerListBody,
    },
    failures: [],
    handle: async () => right(json(200, writeProviders(await listProviders()))),
  })
