import { expect } from 'chai'
import { extendLeases } from '../../../../src/application/billing/holds/extend-leases.ts'
import { LEASE } from '../../../../src/domain/limits/lease.ts'

describe('the extension of leases', () => {
  const bench = (fences: readonly string[], fails: 'holds' | 'claims' | null = null) => {
    const extended: unknown[] = []
    const failing = (who: 'holds' | 'claims'): void => {
      if (fails === who) throw new Error(`no ${who}`)
    }
    const extend = extendLeases({
      instance: 'here',
      running: { fences: () => fences },
      holds: {
        extendLeases: async (...asked) => {
          failing('holds')
          return extended.push(['holds', ...asked])
        },
      },
      idempotency: {
        extendLeases: async (...asked) => {
          failing('claims')
          extended.push(['claims', ...asked])
        },
      },
    })
    return { extended, extend }
  }

  it('gives the holds and the claims of the process the same life', async () => {
    const { extended, extend } = bench(['a', 'b'])
    await extend()
    expect(extended).to.deep.equal([
      ['holds', 'here', LEASE.lifeSeconds],
      ['claims', ['a', 'b'], LEASE.lifeSeconds],
    ])
  })

  it('leaves two failed extensions before a lease ends', () => {
    expect(LEASE.lifeSeconds * 1000).to.be.at.least(3 * LEASE.extendEveryMs)
  })

  it('sends no statement about claims where none is running', async () => {
    const { extended, extend } = bench([])
    await extend()
    expect(extended).to.deep.equal([['holds', 'here', LEASE.lifeSeconds]])
  })

  for (const [fails, done] of [
    ['holds', 'claims'],
    ['claims', 'holds'],
  ] as const) {
    it(`extends the ${done} also where the ${fails} cannot be extended, and rejects`, async () => {
      const { extended, extend } = bench(['a'], fails)
      const error: unknown = await extend().catch((reason: unknown) => reason)
      expect(error instanceof Error && error.message).to.equal(`no ${fails}`)
      expect(extended).to.have.nested.property('[0][0]', done)
    })
  }
})
