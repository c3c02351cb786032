import { expect } from 'chai'
import { deploymentNotes } from '../../../../src/application/gateway/routing/deployment-notes.ts'
import type { Deployment } from '../../../../src/domain/catalog/model.ts'
import { failure } from '../gateway-stage.ts'

const MINUTE_MS = 60_000

const at = (provider: string): Deployment => ({ provider, upstreamModel: 'm', parameters: {} })

const notesAt = (nowMs: number) => deploymentNotes({ clock: { now: () => nowMs }, monotonicMs: () => nowMs })

describe('the notes on a deployment', () => {
  it('count the calls of the last hour, and none before it', () => {
    const clock = { nowMs: 90 * MINUTE_MS, now: () => clock.nowMs }
    const notes = deploymentNotes({ clock, monotonicMs: clock.now })
    notes.answered(at('first'))
    notes.failed(at('first'), failure.serverError, 1)
    clock.nowMs += 59 * MINUTE_MS
    notes.answered(at('first'))
    expect(notes.of('first m')).to.include({ calls: 3, failures: 1, lastAnsweredMs: clock.nowMs })
    clock.nowMs += MINUTE_MS
    expect(notes.of('first m')).to.include({ calls: 1, failures: 0 })
    clock.nowMs += 24 * 60 * MINUTE_MS
    expect(notes.of('first m')).to.include({ calls: 0, failures: 0 })
  })

  it('count an answer that broke as one call that failed', () => {
    const notes = notesAt(0)
    notes.answered(at('first'))
    notes.failed(at('first'), failure.cut, 0)
    expect(notes.of('first m')).to.include({ calls: 1, failures: 1 })
  })

  it('keep the last five failures, the newest first, with no more of a message than a person reads', () => {
    const notes = notesAt(7)
    for (const status of [1, 2, 3, 4, 5, 6]) {
      notes.failed(at('first'), { ...failure.serverError, message: 'x'.repeat(9_000), upstreamStatus: status }, 1)
    }
    const { lastFailures } = notes.of('first m')
    expect(lastFailures.map(({ upstreamStatus }) => upstreamStatus)).to.deep.equal([6, 5, 4, 3, 2])
    expect(lastFailures[0]).to.deep.include({ atMs: 7, cause: 'server_error', upstreamCode: null })
    expect(lastFailures[0]?.message).to.have.length(500)
  })

  it('are bounded, and empty for a deployment that was never called', () => {
    const notes = notesAt(0)
    for (let count = 0; count <= 2_000; count += 1) notes.answered(at(`p${count}`))
    expect(notes.of('p0 m')).to.deep.equal({ calls: 0, failures: 0, lastAnsweredMs: null, lastFailures: [] })
    expect(notes.of('p2000 m').calls).to.equal(1)
  })
})
