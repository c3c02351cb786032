import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import type { AppDeps } from '../../../../src/adapters/http/app.ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import { accountSurface } from '../../../../src/adapters/http/account/surface.ts'
import { eventually } from '../../../support/eventually.ts'
import { serveForTest } from '../../../support/http-app.ts'

const FAULT = 'the disk of the log is full'
const throws = (): never => {
  throw new Error(FAULT)
}

const span = { traceId: 'a', spanId: 'b', run: <T>(work: () => T): T => work(), end: throws }

const records: readonly (readonly [string, Partial<AppDeps>])[] = [
  ['of security', { recordSecurity: throws }],
  ['of the request', { recordAccess: throws }],
  ['of its span', { beginSpan: () => span }],
]

/** A paid answer of an operation that is an event of security too. */
const serve = async (over: Partial<AppDeps>) => {
  const ends: string[] = []
  const paid = endpoint({
    id: 'paid',
    method: 'GET',
    path: '/v1/me/paid',
    surface: accountSurface,
    auth: 'none',
    group: 'Account',
    summary: 'Answer',
    success: { status: 200, description: 'It.' },
    failures: [],
    securityEvent: 'key_change',
    handle: async () =>
      right(json(200, { answer: 1 }, { sent: () => ends.push('sent'), unsent: () => ends.push('unsent') })),
  })
  const app = await serveForTest([paid], over)
  const answer = await fetch(`${app.url}/v1/me/paid`)
  return { app, ends, answer, body: await answer.json() }
}

describe('a record of what happened', () => {
  for (const [what, over] of records) {
    it(`${what} that throws keeps neither an answer from its client nor its call from its end`, async () => {
      const { app, ends, answer, body } = await serve(over)
      expect([answer.status, body]).to.deep.equal([200, { answer: 1 }])
      await eventually(() => ends.length > 0)
      expect(ends).to.deep.equal(['sent'])
      await eventually(() => app.errors.length > 0)
      expect(String(app.errors[0])).to.include(FAULT)
      await app.close()
    })
  }

  it('that throws is answered also where its report throws', async () => {
    const { app, ends, answer } = await serve({ recordSecurity: throws, recordAccess: throws, reportError: throws })
    expect(answer.status).to.equal(200)
    await eventually(() => ends.length > 0)
    await app.close()
  })
})
