import { expect } from 'chai'
import { readDatabaseHealthEndpoint } from '../../../../src/adapters/http/service/read-database-health.ts'
import type { DatabaseHealth } from '../../../../src/adapters/http/service/read-database-health.ts'
import { serveForTest } from '../../../support/http-app.ts'

describe('the health of the database', () => {
  for (const [found, status, seconds, words] of [
    ['ok', 200, null, '"status":"ok"'],
    ['busy', 503, '1', 'overloaded'],
    ['away', 503, '2', 'cannot reach its database'],
  ] as const) {
    it(`is answered with ${status} where it is ${found}`, async () => {
      const app = await serveForTest([readDatabaseHealthEndpoint(async (): Promise<DatabaseHealth> => found)])
      const answer = await fetch(`${app.url}/v1/health/db`)
      expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([status, seconds])
      expect(await answer.text()).to.include(words)
      await app.close()
    })
  }
})
