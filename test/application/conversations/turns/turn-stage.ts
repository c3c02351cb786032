import { inlineImageConverter } from '../../../twins/media/inline-image-converter.ts'
import { keptLimits } from '../../../../src/application/gateway/routing/kept-limits.ts'
import { deploymentCircuitBreakers } from '../../../../src/application/gateway/routing/circuit-breakers.ts'
import { warmCaches } from '../../../../src/application/gateway/routing/warm-caches.ts'
import { openSettlements } from '../../../../src/application/gateway/metering/settlements.ts'
import { runningClaims } from '../../../../src/application/idempotency/claim-ends.ts'
import type { ChatProvider } from '../../../../src/application/ports/providers/chat-provider.ts'
import type { ImageProvider } from '../../../../src/application/ports/providers/image-provider.ts'
import type { Transaction } from '../../../../src/application/ports/transaction/transaction.ts'
import type { Catalog } from '../../../../src/domain/catalog/catalog.ts'
import type { Conversation } from '../../../../src/domain/conversation/conversation.ts'
import type { Message } from '../../../../src/domain/conversation/message.ts'
import type { StoredAsset } from '../../../../src/domain/media/stored-asset.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { catalogOf } from '../../../support/chat/catalogs.ts'
import { manualClock } from '../../../support/manual-clock.ts'
import { memoryConversations } from '../../../twins/conversations/conversations.ts'
import { memoryIdempotency } from '../../../twins/process/idempotency.ts'
import type { IdempotencyRow } from '../../../twins/process/idempotency.ts'
import { memoryLedger } from '../../../twins/billing/ledger.ts'
import { ledgerMemory, saveMemory } from '../../../twins/billing/ledger-memory.ts'
import { memoryMediaAssets } from '../../../twins/media/media-assets.ts'
import { memoryMediaStore } from '../../../twins/media/memory-media-store.ts'
import { memoryUrlFetcher } from '../../../twins/media/memory-url-fetcher.ts'
import { memoryMessages } from '../../../twins/conversations/messages.ts'
import { memoryUnitOfWork } from '../../../twins/transaction/unit-of-work.ts'
import { memoryWallets } from '../../../twins/billing/wallets.ts'
import { exactHolds } from '../../../support/ledger/exact-holds.ts'

export const USER = 'user-1'
export const OTHER_USER = 'user-2'

/** What the wallet has at the start, in micro-tokens. */
export const TOKENS = 100_000_000n

export interface TurnStageOptions {
  /** Of the deployments `first`, `second` and so on. */
  readonly chat?: readonly ChatProvider[]
  readonly images?: readonly ImageProvider[]
  readonly catalog?: Partial<Catalog>
  /** What is found at addresses. */
  readonly web?: ReadonlyMap<string, Uint8Array>
  readonly tokens?: bigint
}

const NAMES = ['first', 'second', 'third']

const named = <P>(providers: readonly P[]): ReadonlyMap<string, P> =>
  new Map(providers.map((provider, index) => [NAMES[index] ?? '', provider]))

const never = (what: string): never => {
  throw new Error(`a settlement was ${what}`)
}

/** Everything that is charged in tokens, over twins: one user with a token wallet, and what can be looked at after. */
export const turnStage = ({ chat = [], images = [], tokens = TOKENS, ...options }: TurnStageOptions = {}) => {
  const clock = manualClock()
  const memory = ledgerMemory()
  memory.wallets.set('wallet-1', {
    id: 'wallet-1',
    owner: USER,
    currency: 'TOKEN',
    balance: tokens,
    held: 0n,
    reserved: 0n,
    suspended: false,
  })
  const rows = {
    conversations: new Map<string, Conversation>(),
    messages: new Map<string, Message>(),
    assets: new Map<string, StoredAsset>(),
    keys: new Map<string, IdempotencyRow>(),
  }
  const ledger = memoryLedger(memory, clock.now)
  const stores = {
    wallets: memoryWallets(memory.wallets),
    idempotency: memoryIdempotency(clock.now, rows.keys),
    mediaAssets: memoryMediaAssets(rows.assets),
    conversations: memoryConversations(rows.conversations),
    messages: memoryMessages(rows.messages),
    ledger,
  }
  const settlements = openSettlements({
    ledger,
    timer: { sleep: async () => undefined },
    reporter: {
      delayed: () => never('delayed'),
      abandoned: () => never('abandoned'),
      refused: () => never('refused'),
      lost: () => never('lost'),
    },
  })
  const asking = {
    circuits: deploymentCircuitBreakers({ clock, monotonicMs: clock.now }),
    warmCaches: warmCaches(clock.now),
    keptLimits: keptLimits({ reportExceeded: () => undefined }),
    tokens: { count: async (texts: readonly string[]) => texts.join('').length },
  }
  const deps = {
    ...stores,
    settlements,
    clock,
    instance: { id: 'here' },
    reservations: exactHolds,
    ids: { next: testId },
    running: runningClaims(),
    // The rooms that no turn enters are left empty.
    unitOfWork: memoryUnitOfWork(stores as object as Transaction, () => {
      const putBack = [saveMemory(memory), saveMemory(rows)]
      return () => putBack.forEach((put) => put())
    }),
    catalog: catalogOf(options.catalog),
    media: memoryMediaStore(clock.now),
    urls: memoryUrlFetcher(options.web ?? new Map()),
    signer: { sign: () => 'signature' },
    chat: { ...asking, providers: named(chat) },
    images: { ...asking, providers: named(images), converter: inlineImageConverter() },
  }
  return {
    deps,
    rows,
    clock,
    stores,
    balance: () => memory.wallets.get('wallet-1')?.balance,
    held: () => memory.wallets.get('wallet-1')?.held,
    holds: () => [...memory.holds.values()],
    transfers: () => [...memory.transfers.values()],
    messages: () => [...rows.messages.values()],
    assets: () => [...rows.assets.values()],
    /** Whether nothing was left behind: no message, no file's row, no conversation, no token taken or held. */
    isUntouched: () =>
      rows.messages.size + rows.assets.size + rows.conversations.size + memory.transfers.size === 0 &&
      memory.wallets.get('wallet-1')?.balance === tokens &&
      memory.wallets.get('wallet-1')?.held === 0n,
  }
}
