import { left, right } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { optionalIdempotencyKey } from '../../../../src/adapters/http/endpoint/idempotency.ts'
import { openAiSurface } from '../../../../src/adapters/http/openai/surface.ts'
import { paidCallFailures } from '../../../../src/adapters/http/paid-calls/paid-call-failures.ts'
import { withIdempotency } from '../../../../src/adapters/http/paid-calls/with-idempotency.ts'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import type { KeyedCalls } from '../../../../src/application/idempotency/keyed-calls.ts'
import { GOOD_KEY, serveForTest } from '../../../support/http-app.ts'

/** A store that knows every key as that of a call that was interrupted. */
const interrupted: KeyedCalls = {
  newOperation: () => 'new',
  begin: async () => left({ tag: 'interrupted', operationId: 'the-first' }),
  drain: async () => undefined,
}

const payEndpoint = endpoint({
  id: 'pay',
  method: 'POST',
  path: '/v1/pay',
  surface: openAiSurface,
  auth: 'api_key',
  group: 'Gateway',
  summary: 'Do something that is paid',
  headers: optionalIdempotencyKey,
  success: { status: 200, description: 'It.' },
  failures: paidCallFailures([]),
  handle: withIdempotency<unknown, { readonly tag: 'internal_error' }>(
    openAiSurface,
    interrupted,
    { scope: 'pay', afterCrash: 'fail' },
    async () => right(json(200, {})),
  ),
})

describe('a paid call under a key whose first execution was interrupted', () => {
  it('answers with the operation id of that execution, by which its receipt is found', async () => {
    const app = await serveForTest([payEndpoint])
    const headers = { authorization: `Bearer ${GOOD_KEY}`, 'idempotency-key': 'k' }
    const answer = await fetch(`${app.url}/v1/pay`, { method: 'POST', headers })
    expect([answer.status, answer.headers.get('x-gateway-operation-id')]).to.deep.equal([502, 'the-first'])
    await app.close()
  })
})
