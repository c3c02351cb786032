import type { GalleryLog } from '../../src/application/ports/conversations/gallery-log.ts'
import type { HoldStore } from '../../src/application/ports/billing/hold-store.ts'
import type { IdGenerator } from '../../src/application/ports/process/id-generator.ts'
import type { InstanceStore } from '../../src/application/ports/process/instance-store.ts'
import type { Ledger } from '../../src/application/ports/billing/ledger.ts'
import type { MediaStore } from '../../src/application/ports/media/media-store.ts'
import type { Stores } from '../../src/application/ports/transaction/stores.ts'
import type { UnitOfWork } from '../../src/application/ports/transaction/unit-of-work.ts'
import type { Message } from '../../src/domain/conversation/message.ts'
import type { HoldState } from '../../src/domain/ledger/hold.ts'
import type { Wallet } from '../../src/domain/ledger/account.ts'
import type { LedgerViolation } from '../../src/domain/ledger/audit.ts'
import type { VideoState } from '../../src/domain/video/video-job.ts'

/** What outlives processes: a database and a media store, with one user and a token wallet in it. */
export interface Installation {
  readonly userId: string
  readonly walletId: string
  /** Single statements, in no transaction. */
  readonly stores: Stores
  readonly unitOfWork: UnitOfWork
  /** A process' own ledger, with its cache. */
  readonly openLedger: () => Ledger
  readonly holds: HoldStore
  readonly instances: InstanceStore
  readonly gallery: GalleryLog
  readonly media: MediaStore
  readonly ids: IdGenerator
  readonly now: () => number
  /** Lets time pass, by the clocks of the processes and of the database. */
  readonly pass: (seconds: number) => Promise<void>
  /** All that is written down of the user, in one reading. */
  readonly facts: () => Promise<Facts>
  /** What an audit of the ledger finds wrong. */
  readonly violations: () => Promise<readonly LedgerViolation[]>
}

export interface Facts {
  readonly wallet: Pick<Wallet, 'balance' | 'held'>
  readonly holds: ReadonlyMap<string, HoldFact>
  readonly transfers: readonly TransferFact[]
  readonly records: readonly RecordFact[]
  readonly messages: ReadonlyMap<string, Message>
  readonly videos: ReadonlyMap<string, VideoState['tag']>
  /** Owners of the files that galleries show. */
  readonly shown: readonly string[]
}

export interface HoldFact {
  readonly state: HoldState
  readonly amount: bigint
  readonly settledAmount: bigint | null
  /** Null: as long as its instance lives. */
  readonly expiresAtMs: number | null
}

export interface TransferFact {
  readonly id: string
  readonly kind: string
  readonly holdId: string | null
  /** As the wallet sees it: what it paid is negative, what did not touch it is zero. */
  readonly moved: bigint
}

export interface RecordFact {
  readonly scope: string
  readonly key: string
  readonly operationId: string
  readonly state: 'running' | 'succeeded' | 'failed'
  readonly status: number | null
}

/** Ids in the order in which they are made, the same in every run; each series has its own. */
export const idSeries = (series: number): IdGenerator => {
  let made = 0
  const head = series.toString(16).padStart(8, '0')
  return { next: () => `${head}-0000-7000-9000-${(made += 1).toString(16).padStart(12, '0')}` }
}

export const BONUS_MICRO = 15_000_000n
