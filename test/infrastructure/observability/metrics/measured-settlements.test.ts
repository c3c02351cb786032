import { expect } from 'chai'
import type { Settlements } from '../../../../src/application/gateway/metering/settlements.ts'
import type { SettlementReporter } from '../../../../src/application/ports/billing/settlement-reporter.ts'
import {
  measuredReporter,
  measuredSettlements,
} from '../../../../src/infrastructure/observability/metrics/measured-settlements.ts'
import { openMetrics } from '../../../../src/infrastructure/observability/metrics/open-metrics.ts'
import { releaseCommand } from '../../../support/ledger/ledger-commands.ts'
import { figuresOf } from '../../../support/samples.ts'

const END = releaseCommand({ holdId: 'h', walletId: 'w' })

describe('measured settlements', () => {
  it('count how long each end took to be durable', () => {
    let nowMs = 0
    const metrics = openMetrics()
    const outcomes: unknown[] = []
    let end: Parameters<Settlements['submit']>[2]
    const submit: Settlements['submit'] = (_operationId, _command, written) => (end = written)
    const plain = { submit } as unknown as Settlements
    const settlements = measuredSettlements(plain, metrics.metrics, () => nowMs)
    settlements.submit('op', END, (outcome) => outcomes.push(outcome))
    expect(figuresOf(metrics.expose(), 'gateway_settle_lag_seconds_count')).to.deep.equal({ '': 0 })
    nowMs = 250
    end?.(null)
    expect(outcomes).to.deep.equal([null])
    expect(figuresOf(metrics.expose(), 'gateway_settle_lag_seconds_sum')).to.deep.equal({ '': 0.25 })
  })

  it('count each trouble, and still report it', () => {
    const metrics = openMetrics()
    const reports: string[] = []
    const note = (name: string) => () => void reports.push(name)
    const reporter: SettlementReporter = {
      delayed: note('delayed'),
      abandoned: note('abandoned'),
      refused: note('refused'),
      lost: note('lost'),
    }
    const measured = measuredReporter(reporter, metrics.metrics)
    measured.delayed(END, 'overloaded', 1)
    measured.delayed(END, 'overloaded', 2)
    measured.abandoned(END)
    measured.refused(END, 'mismatch')
    measured.lost('op', new Error('no'))
    expect(reports).to.deep.equal(['delayed', 'delayed', 'abandoned', 'refused', 'lost'])
    expect(figuresOf(metrics.expose(), 'gateway_settlement_troubles_total')).to.deep.equal({
      delayed: 2,
      abandoned: 1,
      refused: 1,
      lost: 1,
    })
  })
})
