import type { Charged } from '../../../../src/application/conversations/turns/charged-turn.ts'
import { holdCommand, receiptOf } from '../../../support/ledger/ledger-commands.ts'
import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { LedgerFailure } from '../../../../src/application/ports/billing/ledger.ts'
import type { PlaceHold } from '../../../../src/domain/ledger/command.ts'
import { statusOf } from '../../../support/idempotency/keyed-answers.ts'
import { PRICE, seen, simpleTurns, TOKEN, bracketStage } from './bracket-stage.ts'
import type { Break, SimpleTurn, StageOptions } from './bracket-stage.ts'

const on = (options: StageOptions = {}) => {
  const stage = bracketStage(options)
  return { stage, ...simpleTurns(stage) }
}

const dies = async (): Promise<never> => {
  throw new Error('died')
}

const gone = (): never => {
  throw new Error('gone')
}

/** Nothing is held once all is over, and every charged caller has the work and its answer. */
const expectWhole = async ({ stage }: ReturnType<typeof on>, turns: number): Promise<void> => {
  await stage.settlements.drain()
  await stage.sweep()
  const answers = [...stage.rows.records.values()].filter(({ result }) => result !== null && statusOf(result) === 201)
  expect(stage.wallet().held, 'held').to.equal(0n)
  expect(stage.taken(), 'taken').to.equal(BigInt(turns) * PRICE)
  expect(stage.rows.kept.size, 'kept').to.equal(turns)
  expect(answers, 'recorded').to.have.lengthOf(turns)
  expect(stage.reports, 'reports').to.deep.equal([])
}

describe('A turn charged in tokens', () => {
  it('is held, asked, stored, charged and recorded once, and then only replayed', async () => {
    const world = on()
    const { stage, take, count } = world
    let heldDuringWork = 0n
    const work = async () => {
      heldDuringWork = stage.wallet().held
      return 'made' as const
    }
    const render = ({ wallet, chargedMicro }: { wallet: { balance: bigint; held: bigint }; chargedMicro: bigint }) =>
      `${chargedMicro} ${wallet.balance} ${wallet.held}`
    const first = await take({ work, render })
    const second = await take({ work, render })
    expect(isLeft(first) ? '' : new TextDecoder().decode(first.right.body)).to.equal(`${PRICE} ${7n * TOKEN} 0`)
    expect(second).to.deep.equal(isLeft(first) ? first : right({ ...first.right, replayed: true }))
    expect([heldDuringWork, count.asked]).to.deep.equal([PRICE, 1])
    await expectWhole(world, 1)
    const [hold] = stage.memory.holds.values()
    const [charge] = stage.memory.transfers.values()
    const [operationId] = stage.rows.kept.keys()
    expect(hold).to.deep.include({
      id: operationId,
      state: 'settled',
      instance: 'here',
      reference: { kind: 'message', id: operationId },
    })
    expect(charge).to.include({ id: operationId, kind: 'charge', amount: PRICE, description: 'Turn' })
  })

  it('shows the wallet as its charge leaves it, with the holds that came in between', async () => {
    const { stage, take } = on()
    const work = async () => {
      await stage.deps.ledger.submit(holdCommand(stage.wallet().id, 2n * TOKEN))
      return 'made' as const
    }
    let shown: readonly bigint[] = []
    const render = ({ wallet: { balance, held } }: Charged<string>) => {
      shown = [balance, held]
      return 'word'
    }
    expect(await seen(take({ work, render }))).to.equal('201')
    expect(shown).to.deep.equal([7n * TOKEN, 2n * TOKEN])
    expect([stage.wallet().balance, stage.wallet().held]).to.deep.equal(shown)
  })

  it('is executed once of 50 at the same time under one key', async () => {
    const world = on()
    const answers = await Promise.all(Array.from({ length: 50 }, () => seen(world.take())))
    expect(new Set(answers)).to.deep.equal(new Set(['201', 'idempotency_in_progress']))
    expect([answers.filter((one) => one === '201').length, world.count.asked]).to.deep.equal([1, 1])
    await expectWhole(world, 1)
  })

  it('is sold as often as the tokens suffice, however many ask at once', async () => {
    const world = on()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, key) => seen(world.take({ key: `${key}` }))))
    expect(answers.toSorted()).to.deep.equal([
      ...Array<string>(3).fill('201'),
      ...Array<string>(7).fill('insufficient_tokens'),
    ])
    expect(world.count.asked).to.equal(3)
    await expectWhole(world, 3)
  })

  it('is refused before anything is held, with the key still free', async () => {
    const world = on()
    expect(await seen(world.take({ prepare: async () => left({ tag: 'refused' }) }))).to.equal('refused')
    expect(world.stage.memory.holds.size).to.equal(0)
    expect(await seen(world.take())).to.equal('201')
    await expectWhole(world, 1)
  })

  it('frees its key also when its preparation breaks', async () => {
    const world = on()
    expect(await seen(world.take({ prepare: dies }))).to.equal('thrown')
    expect(await seen(world.take())).to.equal('201')
    await expectWhole(world, 1)
  })

  it('costs nothing without the tokens, and its key can be used once they are there', async () => {
    const world = on({ balance: PRICE - 1n })
    expect(await seen(world.take())).to.equal('insufficient_tokens')
    expect(world.count.asked).to.equal(0)
    const wallet = world.stage.wallet()
    world.stage.memory.wallets.set(wallet.id, { ...wallet, balance: PRICE })
    expect(await seen(world.take())).to.equal('201')
  })

  const ledgerFailures: readonly (readonly [LedgerFailure, boolean])[] = [
    [{ tag: 'overloaded' }, false],
    [{ tag: 'ledger_unavailable' }, false],
    [{ tag: 'ledger_unavailable', mayHaveLanded: true }, false],
    [{ tag: 'ledger_unavailable', mayHaveLanded: true }, true],
  ]
  for (const [failure, landed] of ledgerFailures) {
    it(`leaves nothing held and the key free when the hold is ${JSON.stringify(failure)}, landed: ${landed}`, async () => {
      let isFirst = true
      const world = on({
        ledger: (twin) => ({
          submit: async (command) => {
            if (!isFirst) return twin.submit(command)
            isFirst = false
            if (landed) await twin.submit(command)
            return left(failure)
          },
        }),
      })
      expect(await seen(world.take())).to.equal(failure.tag)
      await world.stage.settlements.drain()
      expect(world.stage.wallet().held).to.equal(0n)
      expect(await seen(world.take())).to.equal('201')
      await expectWhole(world, 1)
    })
  }

  it('is given back with its reason when nothing was delivered, and never executed again', async () => {
    const world = on()
    const turn: SimpleTurn = { work: async () => 'undelivered' }
    expect([await seen(world.take(turn)), await seen(world.take()), await seen(world.take())]).to.deep.equal([
      '502',
      '502 again',
      '502 again',
    ])
    expect(world.count.asked).to.equal(1)
    const [hold] = world.stage.memory.holds.values()
    expect(hold).to.deep.include({
      state: 'released',
      releaseReason: 'refused',
      receipt: receiptOf({ outcome: 'refused' }),
    })
    await expectWhole(world, 0)
  })
})

describe('A turn that breaks half-way', () => {
  const breaks: readonly { readonly where: string; readonly turn: SimpleTurn; readonly seen: string }[] = [
    { where: 'asking the model', turn: { work: dies }, seen: 'thrown' },
    { where: 'writing what was made', turn: { write: dies }, seen: 'thrown' },
    { where: 'writing its answer', turn: { render: gone }, seen: 'thrown' },
  ]
  for (const { where, turn, seen: expected } of breaks) {
    it(`costs nothing, leaves nothing and is not executed again when it breaks at ${where}`, async () => {
      const world = on()
      expect(await seen(world.take(turn))).to.equal(expected)
      expect(await seen(world.take())).to.be.oneOf(['interrupted', '502 again'])
      expect(world.count.asked).to.equal(1)
      await expectWhole(world, 0)
    })
  }

  const commits: readonly (readonly [Break, string, number])[] = [
    ['before', 'interrupted', 0],
    ['rolled_back', 'interrupted', 0],
    // The charge and the answer are there: a repeated request gets the answer.
    ['unanswered', '201 again', 1],
  ]
  for (const [how, again, charged] of commits) {
    it(`is charged with its answer or not at all when that transaction breaks (${how})`, async () => {
      const world = on({ breaks: [how] })
      expect(await seen(world.take())).to.equal('thrown')
      await world.stage.settlements.drain()
      expect(await seen(world.take())).to.equal(again)
      expect(world.count.asked).to.equal(1)
      await expectWhole(world, charged)
    })

    it(`gives its tokens back also when the transaction that does so breaks (${how})`, async () => {
      const world = on({ breaks: [how] })
      expect(await seen(world.take({ work: async () => 'undelivered' }))).to.equal('thrown')
      await world.stage.settlements.drain()
      const [hold] = world.stage.memory.holds.values()
      expect(hold).to.deep.include({
        state: 'released',
        releaseReason: 'refused',
        receipt: receiptOf({ outcome: 'refused' }),
      })
      expect(await seen(world.take())).to.equal(how === 'unanswered' ? '502 again' : 'interrupted')
      await expectWhole(world, 0)
    })

    it(`gives its tokens back when it can neither be kept nor given back at once (${how})`, async () => {
      const world = on({ breaks: [null, how] })
      const losesItsClaim = async () => {
        const [row] = world.stage.rows.records.values()
        await world.stage.keyed.idempotency.markFailed(row?.fence ?? '')
        return 'made' as const
      }
      expect(await seen(world.take({ work: losesItsClaim }))).to.equal('thrown')
      await expectWhole(world, 0)
    })
  }

  it('tells the ledger of the release until it takes it', async () => {
    let refusals = 3
    const world = on({
      ledger: (twin) => ({
        submit: async (command) => {
          if (command.tag === 'release' && (refusals -= 1) >= 0) return left({ tag: 'ledger_unavailable' })
          return twin.submit(command)
        },
      }),
    })
    expect(await seen(world.take({ work: dies }))).to.equal('thrown')
    await expectWhole(world, 0)
    expect(refusals).to.equal(-1)
  })
})

describe('A turn whose process goes silent', () => {
  it('is answered as failed and costs nothing, also when the model answers at last', async () => {
    const world = on()
    const { stage } = world
    const work = async () => {
      stage.endInstance()
      await stage.sweep()
      expect(await seen(world.take())).to.equal('interrupted')
      return 'made' as const
    }
    expect(await seen(world.take({ work }))).to.equal('502')
    expect(await seen(world.take())).to.equal('interrupted')
    expect(world.count.asked).to.equal(1)
    await expectWhole(world, 0)
  })

  it('is killed: its tokens come back and its key says that it failed', async () => {
    const world = on()
    const { stage } = world
    void world.take({ work: () => new Promise(() => undefined) })
    await new Promise(setImmediate)
    expect(stage.wallet().held).to.equal(PRICE)
    expect(await seen(world.take())).to.equal('idempotency_in_progress')
    stage.endInstance()
    await stage.sweep()
    expect(await seen(world.take())).to.equal('interrupted')
    await expectWhole(world, 0)
  })

  const loseHold = async ({ stage }: ReturnType<typeof on>): Promise<void> => {
    const [hold] = stage.memory.holds.values()
    const { id: holdId, walletId } = hold!
    await stage.deps.ledger.submit({ tag: 'release', holdId, walletId, reason: 'expired', receipt: null })
  }

  it('is charged once where only its hold was lost and the tokens are still there', async () => {
    const world = on()
    const work = async () => {
      await loseHold(world)
      return 'made' as const
    }
    expect([await seen(world.take({ work })), await seen(world.take())]).to.deep.equal(['201', '201 again'])
    await expectWhole(world, 1)
  })

  it('is not given away where its hold was lost and the tokens are spent', async () => {
    const world = on()
    const { stage } = world
    const other: PlaceHold = {
      tag: 'place_hold',
      holdId: '01890a5d-ac96-774b-bcce-000000000009',
      walletId: stage.wallet().id,
      amount: 8n * TOKEN,
      reference: { kind: 'message', id: 'other' },
      budgetId: null,
      instance: 'there',
      lifeSeconds: 45,
    }
    const work = async () => {
      await loseHold(world)
      await stage.deps.ledger.submit(other)
      return 'made' as const
    }
    expect([await seen(world.take({ work })), await seen(world.take())]).to.deep.equal(['502', '502 again'])
    expect([stage.wallet().held, stage.taken(), stage.rows.kept.size]).to.deep.equal([8n * TOKEN, 0n, 0])
    expect(stage.memory.transfers.size, 'no write-off either').to.equal(0)
  })
})
