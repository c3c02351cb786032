import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { sweepHolds } from '../../../../src/application/billing/holds/sweep-holds.ts'
import { chargedTurn } from '../../../../src/application/conversations/turns/charged-turn.ts'
import type {
  Charged,
  ChargedTurnDeps,
  Turn,
  TurnOutput,
  TurnPlan,
  TurnRefusal,
} from '../../../../src/application/conversations/turns/charged-turn.ts'
import { openSettlements } from '../../../../src/application/gateway/metering/settlements.ts'
import { runningClaims } from '../../../../src/application/idempotency/claim-ends.ts'
import type { IdempotentExecution } from '../../../../src/application/idempotency/idempotently.ts'
import type { GenerationFailed } from '../../../../src/application/conversations/turns/turn-failure.ts'
import type { Ledger } from '../../../../src/application/ports/billing/ledger.ts'
import type { Transaction } from '../../../../src/application/ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../../../src/application/ports/transaction/unit-of-work.ts'
import { receiptOf } from '../../../support/ledger/ledger-commands.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { memoryHolds } from '../../../twins/billing/holds.ts'
import { memoryIdempotency } from '../../../twins/process/idempotency.ts'
import type { IdempotencyRow } from '../../../twins/process/idempotency.ts'
import { ledgerMemory, saveMemory } from '../../../twins/billing/ledger-memory.ts'
import type { LedgerMemory } from '../../../twins/billing/ledger-memory.ts'
import { memoryLedger } from '../../../twins/billing/ledger.ts'
import { memoryUnitOfWork } from '../../../twins/transaction/unit-of-work.ts'
import { memoryWallets } from '../../../twins/billing/wallets.ts'
import { answeringUnderKeys, outcomeOf, recordedText } from '../../../support/idempotency/keyed-answers.ts'
import type { KeyedAnswer } from '../../../support/idempotency/keyed-answers.ts'
import { exactHolds } from '../../../support/ledger/exact-holds.ts'

export const USER = '01890a5d-ac96-774b-bcce-000000000001'
const WALLET = '01890a5d-ac96-774b-bcce-000000000002'

export const TOKEN = 1_000_000n

/** How a transaction can break: before it does anything, with all undone at its end, or after it was carried out. */
export type Break = 'before' | 'rolled_back' | 'unanswered'

const broken = (how: string): Error => new Error(`the database is gone: ${how}`)

/** Breaks the transactions in the order they are begun; null lets one pass, as all behind the last. */
const breaking = (real: UnitOfWork, breaks: readonly (Break | null)[]): UnitOfWork => {
  let begun = 0
  return {
    transact: async (work) => {
      const how = breaks[begun] ?? null
      begun += 1
      if (how === 'before') throw broken(how)
      const outcome = await real.transact(async (stores) => {
        const worked = await work(stores)
        if (how === 'rolled_back') throw broken(how)
        return worked
      })
      if (how === 'unanswered') throw broken(how)
      return outcome
    },
  }
}

export interface StageOptions {
  /** Micro-tokens in the wallet; 10 tokens unless given. */
  readonly balance?: bigint
  readonly breaks?: readonly (Break | null)[]
  readonly ledger?: (twin: Ledger) => Ledger
}

/** One user with tokens, and all that a turn is charged with, in memory and with faults. */
export const bracketStage = ({ balance = 10n * TOKEN, breaks = [], ledger = (twin) => twin }: StageOptions = {}) => {
  const time = { nowMs: 1_700_000_000_000 }
  const nowMs = (): number => time.nowMs
  const memory: LedgerMemory = ledgerMemory()
  memory.wallets.set(WALLET, {
    id: WALLET,
    owner: USER,
    currency: 'TOKEN',
    balance,
    held: 0n,
    reserved: 0n,
    suspended: false,
  })
  const rows = {
    records: new Map<string, IdempotencyRow>(),
    /** What turns have kept, by their operations. */
    kept: new Map<string, string>(),
  }
  const twin = memoryLedger(memory, nowMs)
  const wallets = memoryWallets(memory.wallets)
  const living = new Set(['here'])
  const isLiving = (instance: string): boolean => living.has(instance)
  const idempotency = memoryIdempotency(nowMs, rows.records, isLiving)
  // The rooms that the bracket itself never enters are left out.
  const stores = { wallets, idempotency, ledger: twin } as object as Transaction
  const unitOfWork = memoryUnitOfWork(stores, () => {
    const puts = [saveMemory(memory), saveMemory(rows)]
    return () => puts.forEach((putBack) => putBack())
  })
  const reports: string[] = []
  const outer = ledger(twin)
  const settlements = openSettlements({
    ledger: outer,
    timer: { sleep: async () => undefined },
    reporter: {
      delayed: () => undefined,
      abandoned: () => void reports.push('abandoned'),
      refused: (_, outcome) => void reports.push(outcome),
      lost: () => void reports.push('lost'),
    },
  })
  const deps: ChargedTurnDeps = {
    ledger: outer,
    settlements,
    instance: { id: 'here' },
    reservations: exactHolds,
    unitOfWork: breaking(unitOfWork, breaks),
    wallets,
  }
  const keyed = { idempotency, running: runningClaims(), ids: { next: testId }, instance: { id: 'here' } }
  const wallet = () => memory.wallets.get(WALLET)!
  return {
    time,
    memory,
    rows,
    settlements,
    deps,
    keyed,
    /** Ends the process as an instance: what it left open is lost. */
    endInstance: () => living.clear(),
    /** The faults that were reported to the operator. */
    reports,
    wallet,
    taken: (): bigint => balance - wallet().balance,
    sweep: async (): Promise<void> => {
      await sweepHolds({ holds: memoryHolds(memory, nowMs, isLiving), ledger: twin })()
      await idempotency.failLost()
    },
  }
}

export type BracketStage = ReturnType<typeof bracketStage>

/**
 * What a caller sees of a turn, in one word: its status, with `again` where it was replayed, its refusal or `thrown`.
 */
export const seen = async (turn: Promise<Either<{ readonly tag: string }, KeyedAnswer>>): Promise<string> => {
  try {
    return outcomeOf(await turn)
  } catch {
    return 'thrown'
  }
}

type Refused = { readonly tag: 'refused' }

export interface SimpleTurn {
  readonly key?: string
  readonly prepare?: () => Promise<Either<Refused, null>>
  readonly work?: () => Promise<'made' | 'undelivered'>
  readonly write?: () => Promise<unknown>
  readonly render?: (charged: Charged<string>) => string
}

export const PRICE = 3n * TOKEN

interface MadeWord extends TurnOutput {
  readonly operationId: string
}

interface WordPlan extends TurnPlan {
  readonly operationId: string
}

type WordFailure = Refused | TurnRefusal | GenerationFailed

/** Turns that make a word and keep it, at three tokens each. `asked` counts how often the model was. */
export const simpleTurns = (stage: BracketStage) => {
  const count = { asked: 0 }
  const bracket = chargedTurn(stage.deps)
  const under = answeringUnderKeys(stage.keyed)
  const take = ({ key = 'key', prepare, work, write, render }: SimpleTurn = {}) => {
    const turn: Turn<Refused, WordPlan, MadeWord, string> = {
      plan: async (operationId) => {
        const refused = await prepare?.()
        if (refused !== undefined && isLeft(refused)) return refused
        return right({ priceMicro: PRICE, description: 'Turn', operationId })
      },
      ask: async ({ operationId }) => {
        count.asked += 1
        return (await work?.()) === 'undelivered'
          ? left({ reason: 'refused', receipt: receiptOf({ outcome: 'refused' }) })
          : right({ usage: {}, receipt: receiptOf(), operationId })
      },
      write: async (_, { operationId }) => {
        stage.rows.kept.set(operationId, 'word')
        await write?.()
      },
      describe: () => 'word',
    }
    return under({
      userId: USER,
      key,
      execute: (operation: IdempotentExecution<WordFailure, Charged<string>>) => bracket(USER, turn, operation),
      encode: (charged) => recordedText(201, render?.(charged) ?? charged.made),
      encodeFailure: ({ tag }) => (tag === 'generation_failed' ? recordedText(502, 'failed') : null),
    })
  }
  return { count, take }
}
