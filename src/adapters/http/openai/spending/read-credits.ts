import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadKeySpending } from '../../../../application/accounts/api-keys/read-key-spending.ts'
import { totalCredits } from '../../../../domain/api-keys/key-spending.ts'
import { roubleSum, sumFields } from '../../codecs/money/rouble-sum.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { openAiSurface } from '../surface.ts'

const creditsBody = t.type(
  { data: t.type({ ...sumFields('total_credits'), ...sumFields('total_usage') }) },
  'CreditsResponse',
)

export const readCreditsEndpoint = (readKeySpending: ReadKeySpending): Endpoint =>
  endpoint({
    id: 'readCredits',
    method: 'GET',
    path: '/v1/credits',
    surface: openAiSurface,
    auth: 'api_key',
    group: 'Gateway',
    isLookUp: true,
    summary: 'Read what the account of this key had, and has spent',
    success: {
      status: 200,
      description:
        'The account in the shape that OpenRouter gave it, in roubles: its balance is `total_credits` less ' +
        '`total_usage`. Free.',
      body: creditsBody,
    },
    failures: [],
    handle: async (_, { keyId }) => {
      const spending = await readKeySpending(keyId)
      if (isLeft(spending)) return spending
      const data = {
        ...roubleSum('total_credits', totalCredits(spending.right)),
        ...roubleSum('total_usage', spending.right.accountSpent),
      }
      return right(json(200, { data } satisfies t.TypeOf<typeof creditsBody>))
    },
  })
