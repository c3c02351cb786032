import { expect } from 'chai'
import { deploymentCircuitBreakers } from '../../../../src/application/gateway/routing/circuit-breakers.ts'
import type { Deployment } from '../../../../src/domain/catalog/model.ts'
import { FAILURES_TO_OPEN, RESET_TIMEOUT_MS } from '../../../../src/domain/routing/circuit-breaker.ts'
import { failure } from '../gateway-stage.ts'

const DEPLOYMENT: Deployment = { provider: 'p', upstreamModel: 'm', parameters: {} }
const HOUR_MS = 3_600_000

describe('a circuit that has opened', () => {
  for (const [what, stepMs] of [
    ['stays as it is', 0],
    ['is set back by an hour', -HOUR_MS],
    ['is set forward by an hour', HOUR_MS],
  ] as const) {
    it(`rests for half a minute where the clock of the machine ${what}`, () => {
      const [wall, running] = [{ nowMs: 10 * HOUR_MS }, { nowMs: 0 }]
      const circuits = deploymentCircuitBreakers({
        clock: { now: () => wall.nowMs },
        monotonicMs: () => running.nowMs,
      })
      for (let calls = 0; calls < FAILURES_TO_OPEN; calls += 1) circuits.failed(DEPLOYMENT, failure.serverError)
      wall.nowMs += stepMs
      running.nowMs = RESET_TIMEOUT_MS - 1
      expect(circuits.admits(DEPLOYMENT), 'before').to.equal(false)
      running.nowMs = RESET_TIMEOUT_MS
      expect(circuits.admits(DEPLOYMENT), 'after').to.equal(true)
    })
  }
})
