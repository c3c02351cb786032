import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { sweepHolds } from '../../../src/application/billing/sweep-holds.ts'
import {
  type Charged,
  chargedTurn,
  type ChargedTurnDeps,
  type MadeTurn,
  type PreparedTurn,
  type TurnCall,
} from '../../../src/application/conversations/charged-turn.ts'
import { openSettlements } from '../../../src/application/gateway/settlements.ts'
import { runningClaims } from '../../../src/application/idempotency/running-claims.ts'
import type { StoredAnswer } from '../../../src/application/idempotency/idempotently.ts'
import type { Ledger } from '../../../src/application/ports/ledger.ts'
import type { Stores } from '../../../src/application/ports/stores.ts'
import type { UnitOfWork } from '../../../src/application/ports/unit-of-work.ts'
import { testId } from '../../contract/billing-stores.ts'
import { memoryHolds } from '../../twins/holds.ts'
import { type IdempotencyRow, memoryIdempotency } from '../../twins/idempotency.ts'
import { type LedgerMemory, ledgerMemory, saveMemory } from '../../twins/ledger-memory.ts'
import { memoryLedger } from '../../twins/ledger.ts'
import { memoryUnitOfWork } from '../../twins/unit-of-work.ts'
import { memoryWallets } from '../../twins/wallets.ts'

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
  memory.wallets.set(WALLET, { id: WALLET, owner: USER, currency: 'TOKEN', balance, held: 0n, suspended: false })
  const rows = {
    records: new Map<string, IdempotencyRow>(),
    /** What turns have kept, by their operations. */
    kept: new Map<string, string>(),
  }
  const twin = memoryLedger(memory, nowMs)
  const wallets = memoryWallets(memory.wallets)
  const idempotency = memoryIdempotency(nowMs, rows.records)
  // The rooms that the bracket itself never enters are left out.
  const stores = { wallets, idempotency, ledger: twin } as object as Stores
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
    instance: 'here',
    unitOfWork: breaking(unitOfWork, breaks),
    wallets,
    idempotency,
    running: runningClaims(),
    ids: { next: testId },
  }
  const wallet = () => memory.wallets.get(WALLET)!
  return {
    time,
    memory,
    rows,
    settlements,
    deps,
    /** What the operator was told went wrong. */
    reports,
    wallet,
    taken: (): bigint => balance - wallet().balance,
    sweep: async (): Promise<void> => {
      await sweepHolds({ holds: memoryHolds(memory, nowMs), ledger: twin })()
      await idempotency.failExpired()
    },
  }
}

export type BracketStage = ReturnType<typeof bracketStage>

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const answerOf = (status: number, text: string) => ({ status, contentType: 'text/plain', body: bytes(text) })

/** What a caller sees of a turn, in one word: its status, with `again` where it was replayed, its refusal or `thrown`. */
export const seen = async (turn: Promise<Either<{ readonly tag: string }, StoredAnswer>>): Promise<string> => {
  try {
    const answered = await turn
    if (isLeft(answered)) return answered.left.tag
    return `${answered.right.status}${answered.right.replayed ? ' again' : ''}`
  } catch {
    return 'thrown'
  }
}

type Refused = { readonly tag: 'refused' }

export interface SimpleTurn {
  readonly key?: string
  readonly prepare?: () => Promise<Either<Refused, null>>
  readonly work?: () => Promise<'made' | 'undelivered'>
  readonly keep?: () => Promise<'kept' | 'left'>
  readonly render?: (charged: Charged<string>) => string
}

export const PRICE = 3n * TOKEN

/** Turns that make a word and keep it, at three tokens each. `asked` counts how often the model was. */
export const simpleTurns = (stage: BracketStage) => {
  const count = { asked: 0 }
  const bracket = chargedTurn(stage.deps)
  const take = ({ key = 'key', prepare, work, keep, render }: SimpleTurn = {}) => {
    const made = (operationId: string): MadeTurn<string> => ({
      usage: {},
      receipt: { outcome: 'succeeded' },
      keep: async () => {
        stage.rows.kept.set(operationId, 'word')
        if ((await keep?.()) === 'left') return left({ tag: 'generation_failed' })
        return right('word')
      },
    })
    const prepared = (operationId: string): PreparedTurn<string> => ({
      priceMicro: PRICE,
      description: 'Turn',
      work: async () => {
        count.asked += 1
        return (await work?.()) === 'undelivered'
          ? left({ reason: 'refused', receipt: { outcome: 'refused' } })
          : right(made(operationId))
      },
    })
    const call: TurnCall<Refused, string> = {
      userId: USER,
      scope: 'scope',
      key,
      requestHash: new Uint8Array(32),
      prepare: async (operationId) => {
        const refused = await prepare?.()
        return refused !== undefined && isLeft(refused) ? refused : right(prepared(operationId))
      },
      render: (charged) => answerOf(201, render?.(charged) ?? charged.made),
      renderFailure: () => answerOf(502, 'failed'),
    }
    return bracket(call)
  }
  return { count, take }
}
