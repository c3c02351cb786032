import { expect } from 'chai'
import { MOST_AGAIN_AT_ONCE } from '../../../../src/application/gateway/metering/settlements.ts'
import type { Settlements } from '../../../../src/application/gateway/metering/settlements.ts'
import { submitCharges } from '../../../../src/application/gateway/metering/submit-charges.ts'
import type { OutcomeOf, Settle } from '../../../../src/domain/ledger/command.ts'

type Submit = Settlements['submit']
type Charged = OutcomeOf<Settle>

const chargesOf = (count: number): readonly Settle[] =>
  Array.from({ length: count }, (_, nth) => ({
    tag: 'settle',
    holdId: `hold-${nth}`,
    walletId: 'wallet',
    price: 1n,
    reference: { kind: 'chat', id: `hold-${nth}` },
    description: 'Chat',
    tariffVersion: null,
    receipt: null,
  }))

/** Submits so many charges, each of which gets this outcome a turn later. */
const submitting = (count: number, outcomeOf: (holdId: string) => Charged | null) => {
  const submitted: string[] = []
  let [under, most] = [0, 0]
  const submit: Submit = (holdId, _, written) => {
    submitted.push(holdId)
    under += 1
    most = Math.max(most, under)
    setImmediate(() => {
      under -= 1
      written?.(outcomeOf(holdId))
    })
  }
  const settlements = { submit } as Settlements
  return { taken: submitCharges({ settlements })(chargesOf(count)), submitted, most: () => most }
}

const RELEASED: Charged = { tag: 'released', fresh: true }

describe('the charges that a dead process left', () => {
  it('are submitted in their order, and never so many at once that new holds find no room', async () => {
    const { taken, submitted, most } = submitting(5_000, () => RELEASED)
    expect(await taken).to.equal(true)
    expect(submitted).to.deep.equal(chargesOf(5_000).map(({ holdId }) => holdId))
    expect(most()).to.equal(MOST_AGAIN_AT_ONCE)
  })

  it('are not all taken where one was given up', async () => {
    const { taken, submitted } = submitting(3, (holdId) => (holdId === 'hold-1' ? null : RELEASED))
    expect(await taken).to.equal(false)
    expect(submitted).to.have.length(3)
  })
})
