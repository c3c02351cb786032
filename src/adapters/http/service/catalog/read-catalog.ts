import { right } from 'fp-ts/lib/Either.js'
import type { SupportedParameters } from '../../../../application/gateway/models/supported-parameters.ts'
import type { Catalog } from '../../../../domain/catalog/catalog.ts'
import { FOR_FIVE_MINUTES } from '../../sending/cache-headers.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { catalogBody, writeCatalog } from './catalog-wire.ts'
import { serviceSurface } from '../surface.ts'

/** The offer changes only with a new catalogue, which makes this endpoint anew. */
export const readCatalogEndpoint = (catalog: Catalog, supportedParameters: SupportedParameters): Endpoint => {
  const answer = json(200, writeCatalog(catalog, supportedParameters), { headers: FOR_FIVE_MINUTES })
  return endpoint({
    id: 'readCatalog',
    method: 'GET',
    path: '/v1/catalog',
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    summary: 'What is on offer, and at which prices',
    success: {
      status: 200,
      description:
        'Models with their prices in roubles, and in tokens for a turn of a conversation, with the optional fields of a ' +
        'request that reach them; templates and tasks with their prices in tokens.',
      body: catalogBody,
    },
    failures: [],
    handle: async () => right(answer),
  })
}
