import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { journalingLedger } from '../../../src/application/billing/journal-charges.ts'
import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import type { LedgerCommand, OutcomeOf, Release, Settle } from '../../../src/domain/ledger/command.ts'

const settle: Settle = {
  tag: 'settle',
  holdId: 'hold',
  walletId: 'wallet',
  price: 1n,
  reference: { kind: 'chat', id: 'hold' },
  description: 'Chat',
  tariffVersion: null,
  receipt: null,
}

const release: Release = { tag: 'release', holdId: 'hold', walletId: 'wallet', reason: 'refused', receipt: null }

type Answer = 'taken' | 'unavailable' | 'throws'

/** A ledger with these answers in turn, and the ids that its journal has. */
const journaling = (...answers: Answer[]) => {
  const kept = new Set<string>()
  const ledger: Ledger = {
    submit: async <C extends LedgerCommand>() => {
      const answer = answers.shift()
      if (answer === 'throws') throw new Error('permission denied for table transfers')
      if (answer === 'unavailable') return left({ tag: 'ledger_unavailable' })
      return right({ tag: 'released', fresh: true } as OutcomeOf<C>)
    },
  }
  const journal = {
    keep: ({ holdId }: { readonly holdId: string }) => void kept.add(holdId),
    remove: (holdId: string) => void kept.delete(holdId),
    hasRoom: () => true,
  }
  return { kept, ledger: journalingLedger({ ledger, journal }) }
}

describe('a ledger with a journal of charges', () => {
  for (const answer of ['unavailable', 'throws'] as const) {
    it(`keeps a charge that it could not take, until it has taken it: ${answer}`, async () => {
      const { kept, ledger } = journaling(answer, 'taken')
      const failed = await ledger.submit(settle).catch((error: unknown) => error)
      expect(failed).to.satisfy((given: unknown) => (answer === 'throws') === given instanceof Error)
      expect([...kept]).to.deep.equal(['hold'])
      await ledger.submit(settle)
      expect([...kept]).to.deep.equal([])
    })
  }

  it('keeps no other command: the sweep gives back what a dead process held', async () => {
    const { kept, ledger } = journaling('unavailable')
    await ledger.submit(release)
    expect([...kept]).to.deep.equal([])
  })
})
