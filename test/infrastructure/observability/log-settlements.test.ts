import { expect } from 'chai'
import type { SettlementReporter } from '../../../src/application/ports/billing/settlement-reporter.ts'
import { logSettlements } from '../../../src/infrastructure/observability/log-settlements.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'

const RELEASE = { tag: 'release', holdId: 'h', walletId: 'w', reason: 'upstream_failed', receipt: null } as const

const ABOUT_HOLD = { end: 'release', holdId: 'h', walletId: 'w' }

const lineOf = (report: (reporter: SettlementReporter) => void): unknown => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  report(logSettlements({ log }))
  expect(lines).to.have.length(1)
  return JSON.parse(lines.join(''))
}

describe('what the log tells of ends of holds behind the answers', () => {
  it('warns of one that waits for the database, with the cause and how long it has waited', () => {
    expect(lineOf((reporter) => reporter.delayed(RELEASE, 'ledger_unavailable', 1500))).to.include({
      level: 'warn',
      ...ABOUT_HOLD,
      failure: 'ledger_unavailable',
      waitedMs: 1500,
      msg: 'a hold cannot be ended yet',
    })
  })

  it('has an error for one that was given up, and for one that the ledger refused', () => {
    expect(lineOf((reporter) => reporter.abandoned(RELEASE))).to.include({ level: 'error', ...ABOUT_HOLD })
    const outcome = 'unknown_hold'
    const refused = lineOf((reporter) => reporter.refused(RELEASE, outcome))
    expect(refused).to.include({ level: 'error', ...ABOUT_HOLD, outcome })
  })

  it('names the operation whose end could not be worked out, and why', () => {
    const lost = lineOf((reporter) => reporter.lost('op', new Error('no tariff')))
    expect(lost).to.include({ level: 'error', operationId: 'op' })
    expect(lost).to.have.nested.property('err.message', 'no tariff')
  })
})
