import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import {
  captureCommandOf,
  endCommandOf,
  runPaidOperation,
} from '../../../../src/application/gateway/metering/paid-operation.ts'
import { receiptOf } from '../../../support/ledger/ledger-commands.ts'
import type {
  CommitPolicy,
  PaidState,
  PaidTerms,
  Unpaid,
  Verdict,
} from '../../../../src/application/gateway/metering/paid-operation.ts'

const unpaid = (failure: string): Unpaid<string> => ({ failure, reason: 'upstream_failed', receipt: null })

/** A policy that records each of its calls, and does by default what a good day brings. */
const recorded = (changes: Partial<CommitPolicy<string, string, string>> = {}) => {
  const calls: string[] = []
  const policy: CommitPolicy<string, string, string> = {
    settle: changes.settle ?? (async (made) => right(`${made}, settled`)),
    release: changes.release ?? (async ({ failure }) => left(failure)),
    broke: changes.broke ?? (() => undefined),
  }
  const nameOf = (state: PaidState<string, string>): string => {
    if (state.tag === 'held') return 'held'
    return state.tag === 'worked' ? `worked ${state.made}` : `failed ${state.unpaid.failure}`
  }
  const run = (work: () => Promise<Either<Unpaid<string>, string>>) =>
    runPaidOperation(work, {
      settle: (made) => {
        calls.push(`settle ${made}`)
        return policy.settle(made)
      },
      release: (failed) => {
        calls.push(`release ${failed.failure}`)
        return policy.release(failed)
      },
      broke: (state) => {
        calls.push(`broke while ${nameOf(state)}`)
        return policy.broke(state)
      },
    })
  return { calls, run }
}

const throwing = (): never => {
  throw new Error('out of order')
}

const rejected = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => (error instanceof Error ? error.message : 'not an error'),
  )

describe('a paid operation whose money is held', () => {
  it('is settled when its work is done', async () => {
    const { calls, run } = recorded()
    expect(await run(async () => right('a text'))).to.deep.equal(right('a text, settled'))
    expect(calls).to.deep.equal(['settle a text'])
  })

  it('is released when its work fails', async () => {
    const { calls, run } = recorded()
    expect(await run(async () => left(unpaid('upstream')))).to.deep.equal(left('upstream'))
    expect(calls).to.deep.equal(['release upstream'])
  })

  it('is released when what was made cannot be delivered', async () => {
    const { calls, run } = recorded({ settle: async () => left(unpaid('undelivered')) })
    expect(await run(async () => right('a text'))).to.deep.equal(left('undelivered'))
    expect(calls).to.deep.equal(['settle a text', 'release undelivered'])
  })

  it('may answer a failure as a result, once its money is released', async () => {
    const { run } = recorded({ release: async ({ failure }) => right(`a job that failed: ${failure}`) })
    expect(await run(async () => left(unpaid('refused')))).to.deep.equal(right('a job that failed: refused'))
  })

  const breaks = [
    ['its work throws', {}, throwing, ['broke while held']],
    [
      'its settlement throws',
      { settle: throwing },
      async () => right('a text'),
      ['settle a text', 'broke while worked a text'],
    ],
    [
      'its release throws',
      { release: throwing },
      async () => left(unpaid('upstream')),
      ['release upstream', 'broke while failed upstream'],
    ],
  ] as const

  for (const [title, changes, work, calls] of breaks) {
    it(`hands its hold to the policy in the state it was in when ${title}`, async () => {
      const on = recorded(changes)
      expect(await rejected(on.run(async () => work()))).to.equal('out of order')
      expect(on.calls).to.deep.equal(calls)
    })
  }
})

describe('the receipt of an operation that costs nothing', () => {
  const terms: PaidTerms = {
    operationId: 'operation',
    walletId: 'wallet',
    budgetId: 'key',
    kind: 'message',
    holdMicro: 5n,
    description: 'Task chat',
    tariffVersion: null,
  }
  const from = { reservationId: 'reservation', instance: 'here', cover: 5n }
  const commandsOf = (verdict: Verdict) => [endCommandOf(terms, verdict), captureCommandOf(terms, 'key', from, verdict)]

  it('tells why its hold was released, also where its work was done and could not be delivered', () => {
    const done = receiptOf({ outcome: 'succeeded' })
    for (const command of commandsOf({ tag: 'release', reason: 'nothing_delivered', receipt: done })) {
      expect(command.receipt).to.deep.equal({ ...done, outcome: 'nothing_delivered' })
    }
    for (const command of commandsOf({ tag: 'release', reason: 'not_called', receipt: null })) {
      expect(command.receipt).to.equal(null)
    }
    for (const command of commandsOf({ tag: 'charge', price: 0n, receipt: done })) {
      expect(command.receipt).to.equal(done)
    }
  })
})
