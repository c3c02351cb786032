import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import { shutdownSteps } from '../../../src/infrastructure/lifecycle/shutdown-steps.ts'

const done = (): Promise<void> => Promise.resolve()

const notRun = (): never => {
  throw new Error('no step is run here')
}

const steps = shutdownSteps(
  {
    lease: null,
    service: { get: notRun, close: done },
    http: { server: createServer() },
    control: null,
    loops: [],
    journal: { close: done },
    closeMetrics: done,
  },
  { log: pino({ level: 'silent' }), tracing: null },
)

const DEPLOY = readFileSync(resolve(import.meta.dirname, '../../../docs/deploy.md'), 'utf8')

describe('the steps of a stop', () => {
  it('end, whatever each of them may take, before a supervisor may kill the process', () => {
    const within = /^TimeoutStopSec=(\d+)$/m.exec(DEPLOY)?.[1]
    expect(DEPLOY).to.include(`and ${within} seconds between SIGTERM and SIGKILL`)
    const stepsMs = steps.reduce((sum, { timeoutMs }) => sum + timeoutMs, 0)
    // The process has to begin and to exit beside them.
    expect(stepsMs).to.be.below((Number(within) - 5) * 1_000)
  })
})
