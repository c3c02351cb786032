import { expect } from 'chai'
import { decideDelivery, isFailing } from '../../../src/domain/webhooks/delivery.ts'

const NOW = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const refused = { tag: 'answered', status: 500 } as const

/** How long the attempts of a delivery take that fails each time, and how many there are. */
const wholeWay = (chance: number): { readonly attempts: number; readonly hours: number } => {
  let nowMs = NOW
  for (let attempts = 1; ; attempts += 1) {
    const verdict = decideDelivery(refused, attempts, nowMs, chance)
    if (verdict.tag !== 'retry') return { attempts, hours: (nowMs - NOW) / HOUR }
    nowMs = verdict.at.getTime()
  }
}

describe('a delivery', () => {
  it('is delivered by any answer from 200 to 299', () => {
    const verdictOf = (status: number): string => decideDelivery({ tag: 'answered', status }, 1, NOW, 0).tag
    expect([200, 204, 299].map(verdictOf)).to.deep.equal(['delivered', 'delivered', 'delivered'])
    expect([100, 199, 301, 307, 400, 404, 429, 500].map(verdictOf)).to.deep.equal(Array(8).fill('retry'))
    expect(verdictOf(410)).to.equal('gone')
  })

  it('is tried ten times over three days or a little more, with longer and longer pauses', () => {
    const [shortest, longest] = [wholeWay(0), wholeWay(0.999)]
    expect([shortest.attempts, longest.attempts]).to.deep.equal([10, 10])
    expect(shortest.hours).to.be.within(72, 80)
    expect(longest.hours).to.be.within(shortest.hours + 10, shortest.hours * 1.2)
    const first = decideDelivery({ tag: 'unanswered', reason: 'x' }, 1, NOW, 0)
    expect(first).to.deep.equal({ tag: 'retry', at: new Date(NOW + 5_000) })
  })

  it('fails where the process died at every attempt, too', () => {
    expect(decideDelivery(refused, 11, NOW, 0)).to.deep.equal({ tag: 'failed' })
  })

  it('that is given up shows a failing webhook, unless its server took another one since', () => {
    const givenUp = { createdAt: new Date(NOW) }
    const later = NOW + wholeWay(0).hours * HOUR
    expect(isFailing(null, givenUp, later)).to.equal(true)
    expect(isFailing(new Date(NOW - 1), givenUp, later)).to.equal(true)
    expect(isFailing(new Date(NOW), givenUp, later)).to.equal(false)
    expect(isFailing(null, givenUp, NOW + HOUR)).to.equal(false)
  })
})
