import { right } from 'fp-ts/lib/Either.js'
import type { RunningCatalog } from '../../../../application/ports/process/running-catalog.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { operatorCatalogBody, writeOperatorCatalog } from './operator-catalog-wire.ts'

export const readOperatorCatalogEndpoint = (runningCatalog: Pick<RunningCatalog, 'current'>): Endpoint =>
  endpoint({
    id: 'readOperatorCatalog',
    method: 'GET',
    path: '/v1/operator/catalog',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Read the catalogue as it is sold from now',
    success: {
      status: 200,
      description:
        'What the process that answers sells: models that are on offer, with their deployments and prices. `version` ' +
        'names the text of the file; a process that serves another text has another version.',
      body: operatorCatalogBody,
    },
    failures: [],
    handle: async () => right(json(200, writeOperatorCatalog(runningCatalog.current()))),
  })
