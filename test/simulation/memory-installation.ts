import { auditLedger } from '../../src/application/billing/wallets/audit-ledger.ts'
import type { Transaction } from '../../src/application/ports/transaction/transaction.ts'
import type { Conversation } from '../../src/domain/conversation/conversation.ts'
import type { Message } from '../../src/domain/conversation/message.ts'
import { systemAccountId } from '../../src/domain/ledger/account.ts'
import type { StoredAsset } from '../../src/domain/media/stored-asset.ts'
import type { VideoJob } from '../../src/domain/video/video-job.ts'
import { topUpCommand } from '../support/ledger/ledger-commands.ts'
import { statusOf } from '../support/idempotency/keyed-answers.ts'
import { memoryConversations } from '../twins/conversations/conversations.ts'
import { memoryGallery } from '../twins/conversations/gallery.ts'
import { memoryHolds } from '../twins/billing/holds.ts'
import { memoryInstances } from '../twins/process/instances.ts'
import { memoryIdempotency } from '../twins/process/idempotency.ts'
import type { IdempotencyRow } from '../twins/process/idempotency.ts'
import { memoryLedgerAudit } from '../twins/billing/ledger-audit.ts'
import { applyToMemory, ledgerMemory, saveMemory } from '../twins/billing/ledger-memory.ts'
import { memoryLedger } from '../twins/billing/ledger.ts'
import { memoryMediaAssets } from '../twins/media/media-assets.ts'
import { memoryMediaStore } from '../twins/media/memory-media-store.ts'
import { memoryMessages } from '../twins/conversations/messages.ts'
import { memoryUnitOfWork } from '../twins/transaction/unit-of-work.ts'
import { memoryVideoJobs } from '../twins/providers/video-jobs.ts'
import { memoryWallets } from '../twins/billing/wallets.ts'
import { around, aroundAll } from './around.ts'
import { BONUS_MICRO, idSeries } from './installation.ts'
import type { Facts, Installation } from './installation.ts'

/** One call after another, so that a transaction that is rolled back takes nothing of its neighbours along. */
const oneAfterAnother = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <A>(work: () => Promise<A>): Promise<A> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

const openMemory = (nowMs: () => number, isLiving: (instance: string) => boolean) => {
  const memory = {
    ...ledgerMemory(),
    conversations: new Map<string, Conversation>(),
    messages: new Map<string, Message>(),
    assets: new Map<string, StoredAsset>(),
    videos: new Map<string, VideoJob>(),
    records: new Map<string, IdempotencyRow>(),
  }
  const stores = {
    wallets: memoryWallets(memory.wallets),
    idempotency: memoryIdempotency(nowMs, memory.records, isLiving),
    mediaAssets: memoryMediaAssets(memory.assets),
    videoJobs: memoryVideoJobs(memory.videos),
    conversations: memoryConversations(memory.conversations),
    messages: memoryMessages(memory.messages),
    ledger: memoryLedger(memory, nowMs),
    // No user here signs in, pays by card or gets mail.
  } as Partial<Transaction> as Transaction
  return { memory, stores }
}

type Memory = ReturnType<typeof openMemory>['memory']

const lifeOf = ({ expiresAt }: Memory, holdId: string): number | null => {
  const expiresAtMs = expiresAt.get(holdId)!
  return expiresAtMs === Infinity ? null : expiresAtMs
}

const factsOf = (memory: Memory, walletId: string, userId: string): Facts => ({
  wallet: memory.wallets.get(walletId)!,
  holds: new Map(
    [...memory.holds.values()].map(({ id, state, amount, settledAmount }) => [
      id,
      { state, amount, settledAmount, expiresAtMs: lifeOf(memory, id) },
    ]),
  ),
  transfers: [...memory.transfers.values()].map(({ id, kind, holdId, debit, credit, amount }) => ({
    id,
    kind,
    holdId,
    moved: credit === walletId ? amount : debit === walletId ? -amount : 0n,
  })),
  records: [...memory.records.values()].map(({ scope, key, operationId, state, result }) => ({
    scope,
    key,
    operationId,
    state,
    status: result === null ? null : statusOf(result),
  })),
  messages: memory.messages,
  videos: new Map([...memory.videos.values()].map(({ id, state }) => [id, state.tag])),
  shown: [...memory.assets.values()]
    .filter(({ galleryOf, sent }) => galleryOf === userId && sent !== true)
    .map(({ ownerId }) => ownerId),
})

/** Everything in maps, made anew for each history: thousands of them a minute. */
export const memoryInstallation = async (): Promise<Installation> => {
  const clock = { nowMs: 1_800_000_000_000 }
  const nowMs = (): number => clock.nowMs
  const ids = idSeries(1)
  const instances = memoryInstances()
  const { memory, stores } = openMemory(nowMs, instances.isLiving)
  const [userId, walletId] = [ids.next(), ids.next()]
  await stores.wallets.open({ id: walletId, owner: userId, currency: 'TOKEN' })
  const bonus = topUpCommand(walletId, BONUS_MICRO, {
    transferId: ids.next(),
    kind: 'bonus',
    debit: systemAccountId('promo', 'TOKEN'),
  })
  applyToMemory(memory, bonus, nowMs())

  const inTurn = oneAfterAnother()
  const inTransaction = memoryUnitOfWork(stores, () => saveMemory(memory))
  const ledger = memoryLedger(memory, nowMs)
  const ledgerAudit = memoryLedgerAudit(memory, nowMs)
  return {
    userId,
    walletId,
    stores: aroundAll(stores, inTurn),
    unitOfWork: { transact: (work) => inTurn(() => inTransaction.transact(work)) },
    openLedger: () => ({ submit: (command) => inTurn(() => ledger.submit(command)) }),
    holds: around(memoryHolds(memory, nowMs, instances.isLiving), inTurn),
    instances,
    gallery: around(memoryGallery(memory.assets, memory.messages), inTurn),
    media: memoryMediaStore(nowMs),
    ids,
    now: nowMs,
    pass: async (seconds) => {
      clock.nowMs += seconds * 1000
    },
    facts: async () => factsOf(memory, walletId, userId),
    violations: async () => (await auditLedger({ ledgerAudit })()).violations,
  }
}
