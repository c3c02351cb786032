import { left } from 'fp-ts/lib/Either.js'
import type { HoldStore } from '../../src/application/ports/billing/hold-store.ts'
import type { InstanceStore } from '../../src/application/ports/process/instance-store.ts'
import type { IdempotencyStore } from '../../src/application/ports/process/idempotency-store.ts'
import type { Ledger } from '../../src/application/ports/billing/ledger.ts'
import type { MediaStore } from '../../src/application/ports/media/media-store.ts'
import type { Stores } from '../../src/application/ports/transaction/stores.ts'
import type { Transaction } from '../../src/application/ports/transaction/transaction.ts'
import type { Timer } from '../../src/application/ports/process/timer.ts'
import type { UnitOfWork } from '../../src/application/ports/transaction/unit-of-work.ts'
import { around, aroundAll } from './around.ts'
import type { Fate, Gates } from './gates.ts'
import type { Installation } from './installation.ts'

/** What a process reaches the outside by. Whatever writes waits at the gates and may go wrong there. */
export interface FaultyPorts {
  /** Single statements that read. */
  readonly stores: Stores
  readonly holds: HoldStore
  readonly instances: InstanceStore
  readonly ledger: Ledger
  readonly unitOfWork: UnitOfWork
  readonly idempotency: IdempotencyStore
  readonly media: Pick<MediaStore, 'put' | 'get' | 'sizeOf'>
  readonly timer: Timer
}

/** The owner of calls that are under way although no caller waits for them any more. */
export const NO_USER = 'the network'

type Pass = <A>(name: string, call: (fate: Fate) => Promise<A>) => Promise<A>

const gone = (): Error => new Error('the connection broke')

/** One call under its fate, where breaking midway is the same as not being done. */
const underFate = async <A>(fate: Fate, carryOut: () => Promise<A>): Promise<A> => {
  switch (fate.tag) {
    case 'done':
    case 'runs_twice':
      return carryOut()
    case 'fails':
    case 'breaks':
      throw gone()
    case 'answer_lost':
      await carryOut()
      throw gone()
  }
}

/** The ledger never throws: it says what it does not know. */
export const faultyLedger = (ledger: Ledger, pass: Pass, gates: Gates): Ledger => ({
  submit: (command) =>
    pass(command.tag, async (fate) => {
      switch (fate.tag) {
        case 'done':
        case 'runs_twice':
          return ledger.submit(command)
        case 'fails':
          return left(fate.way % 2 === 0 ? { tag: 'overloaded' } : { tag: 'ledger_unavailable' })
        case 'answer_lost':
          await ledger.submit(command)
          return left({ tag: 'ledger_unavailable', mayHaveLanded: true })
        case 'breaks':
          // On its way still: it may land at any later time, also when its sender is long dead.
          void gates.pass(NO_USER, `late ${command.tag}`, () => ledger.submit(command))
          return left({ tag: 'ledger_unavailable', mayHaveLanded: true })
      }
    }),
})

/** Stores of which the n-th call throws, whichever it is. */
const breaking = (stores: Transaction, at: number): Transaction => {
  let calls = 0
  return aroundAll(stores, async (call) => {
    calls += 1
    if (calls === at) throw gone()
    return call()
  })
}

const faultyUnitOfWork = (unitOfWork: UnitOfWork, pass: Pass): UnitOfWork => ({
  transact: (work) =>
    pass('transact', async (fate) => {
      switch (fate.tag) {
        case 'done':
        case 'fails':
        case 'answer_lost':
          return underFate(fate, () => unitOfWork.transact(work))
        case 'breaks':
          return unitOfWork.transact((stores) => work(breaking(stores, fate.way)))
        case 'runs_twice':
          await unitOfWork.transact(async (stores) => {
            await work(stores)
            return left('rolled back by a deadlock')
          })
          return unitOfWork.transact(work)
      }
    }),
})

export const faultyPorts = (installation: Installation, gates: Gates, process: string): FaultyPorts => {
  const pass: Pass = (name, call) => gates.pass(process, name, call)
  const plainly = <A>(name: string, call: () => Promise<A>): Promise<A> => pass(name, (fate) => underFate(fate, call))
  const { idempotency } = installation.stores
  const follow = <A>(call: () => Promise<A>): Promise<A> => gates.follow(call())
  const stores = aroundAll(installation.stores, follow)
  return {
    stores,
    holds: around(installation.holds, follow),
    instances: around(installation.instances, follow),
    ledger: faultyLedger(installation.openLedger(), pass, gates),
    unitOfWork: faultyUnitOfWork(installation.unitOfWork, pass),
    idempotency: {
      ...stores.idempotency,
      claim: (claim) =>
        pass('claim', async (fate) => {
          if (fate.tag === 'answer_lost') await idempotency.claim(claim)
          else if (fate.tag !== 'breaks') return underFate(fate, () => idempotency.claim(claim))
          return { tag: 'unanswered', error: gone() }
        }),
      takeOver: (taking) => plainly('takeOver', () => idempotency.takeOver(taking)),
      finish: (fence, state, answer) => plainly('finish', () => idempotency.finish(fence, state, answer)),
      abandon: (fence) => plainly('abandon', () => idempotency.abandon(fence)),
      markFailed: (fence) => plainly('lose', () => idempotency.markFailed(fence)),
    },
    media: {
      put: (content, mimeType) => plainly('put', () => installation.media.put(content, mimeType)),
      get: (address, range) => installation.media.get(address, range),
      sizeOf: (address) => installation.media.sizeOf(address),
    },
    timer: { sleep: () => pass('sleep', async () => undefined) },
  }
}
