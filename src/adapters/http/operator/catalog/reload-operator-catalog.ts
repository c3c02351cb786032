import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReloadByOperator } from '../../../../application/operators/reload-by-operator.ts'
import { count } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { optionalReason } from '../reason-field.ts'
import { operatorSurface } from '../surface.ts'

const body = t.type({ reason: optionalReason }, 'ReloadCatalogRequest')

const answer = t.type(
  { reloaded: t.boolean, version: t.string, models: count, problems: t.array(t.string) },
  'ReloadCatalogResponse',
)

export const reloadOperatorCatalogEndpoint = (reload: ReloadByOperator): Endpoint =>
  endpoint({
    id: 'reloadOperatorCatalog',
    method: 'POST',
    path: '/v1/operator/catalog/reload',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Sell from the catalogue file as it is now',
    body,
    success: {
      status: 200,
      description:
        'The process reads its file again, checks it whole, and sells from it at once; calls under way end with what they ' +
        'began with. A faulty file changes nothing. Other processes read their own files where there is a Redis. ' +
        'The version that is served now, and how many models it offers. `reloaded` is false where the file is faulty: ' +
        'then `problems` says why, and the version is the old one.',
      body: answer,
    },
    failures: [],
    handle: async ({ body: { reason } }, { userId: operatorId }) => {
      const reloaded = await reload({ operatorId, reason: reason ?? null })
      if (isLeft(reloaded)) return reloaded
      const { offered, problems } = reloaded.right
      const models = offered.catalog.models.size
      return right(json(200, { reloaded: problems.length === 0, version: offered.version, models, problems }))
    },
  })
