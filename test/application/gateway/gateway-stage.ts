import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatInput } from '../../../src/application/gateway/chat/chat-call.ts'
import { keptLimits } from '../../../src/application/gateway/routing/kept-limits.ts'
import { deploymentCircuitBreakers } from '../../../src/application/gateway/routing/circuit-breakers.ts'
import { warmCaches } from '../../../src/application/gateway/routing/warm-caches.ts'
import type { CircuitBreakers } from '../../../src/application/gateway/routing/circuit-breakers.ts'
import { memoryTokenLimiter } from '../../../src/adapters/limits/memory-token-limiter.ts'
import { stoppableReads } from '../../../src/application/gateway/chat/disconnects/stoppable-reads.ts'
import { unpaidDisconnects } from '../../../src/application/gateway/chat/disconnects/unpaid-disconnects.ts'
import type { Shortage } from '../../../src/application/gateway/metering/hold-failure.ts'
import { openSettlements } from '../../../src/application/gateway/metering/settlements.ts'
import type { Settlements } from '../../../src/application/gateway/metering/settlements.ts'
import type { StreamChatDeps } from '../../../src/application/gateway/chat/stream-chat.ts'
import type { ChatCall, ChatProvider } from '../../../src/application/ports/providers/chat-provider.ts'
import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import type { Timer } from '../../../src/application/ports/process/timer.ts'
import type { Model } from '../../../src/domain/catalog/model.ts'
import type { ChatChunk, ChatDelta, FinishReason } from '../../../src/domain/chat/chunk.ts'
import type { ChatCompletion } from '../../../src/domain/chat/completion.ts'
import type { Hold } from '../../../src/domain/ledger/hold.ts'
import type { Transfer } from '../../../src/domain/ledger/transfer.ts'
import type { TokenUsage } from '../../../src/domain/pricing/token-price.ts'
import type { UpstreamFailure } from '../../../src/domain/routing/upstream-failure.ts'
import { chatModel, chatRequest } from '../../support/chat/chat-models.ts'
import { memoryLedger } from '../../twins/billing/ledger.ts'
import { ledgerMemory } from '../../twins/billing/ledger-memory.ts'
import type { LedgerMemory } from '../../twins/billing/ledger-memory.ts'
import { exactHolds } from '../../support/ledger/exact-holds.ts'

export const WALLET = '01890a5d-ac96-774b-bcce-000000000001'
export const KEY = '01890a5d-ac96-774b-bcce-000000000002'

const details = { message: "the provider's words", upstreamRequestId: 'req' }

export const failure = {
  unreachable: { tag: 'unreachable', ...details },
  rateLimited: { tag: 'rate_limited', retryAfterSeconds: 1, ...details },
  serverError: { tag: 'server_error', ...details },
  timedOut: { tag: 'timed_out', ...details },
  deadline: { tag: 'timed_out', isDeadline: true, ...details },
  cut: { tag: 'cut', ...details },
  tooLarge: { tag: 'too_large', ...details },
  rejected: { tag: 'rejected', param: 'stop', code: 'unsupported_parameter', ...details },
  unreadable: { tag: 'rejected', param: null, code: 'invalid_encrypted_content', ...details },
  /** What an adapter finds before it sends anything. */
  unsent: { tag: 'rejected', unsent: true, param: 'seed', code: 'unsupported_parameter', ...details },
  refusedContent: { tag: 'refused_content', ...details },
} as const satisfies Readonly<Record<string, UpstreamFailure>>

/** The refusal of a call for which there was not the money, in micro-units. */
export const shortBy = (
  tag: 'insufficient_balance' | 'balance_held',
  [neededMicro, heldMicro, availableMicro]: readonly [bigint, bigint, bigint],
  more: Pick<Shortage, 'bound'> = {},
) =>
  left({
    tag,
    shortage: { neededMicro, ...more, heldMicro, availableMicro, isOfKey: false },
    ...(tag === 'balance_held' ? { retryAfterSeconds: 1 } : {}),
  })

export const completion = (content: string | null, usage: TokenUsage | null): ChatCompletion => ({
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage,
})

export const chunk = (
  delta: ChatDelta,
  finish: FinishReason | null = null,
  usage: TokenUsage | null = null,
): ChatChunk => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
  usage,
})

export const usageChunk = (usage: TokenUsage): ChatChunk => ({ choices: [], usage })

/**
 * A list: chunks that arrive together. `wait`: nothing comes any more until the call is aborted, which then ends it as
 * cut.
 */
export type Step = ChatChunk | readonly ChatChunk[] | UpstreamFailure | 'wait'

export interface Script {
  readonly complete?: ChatCompletion | UpstreamFailure | 'throw'
  /** A failure alone refuses the stream; steps play it. */
  readonly stream?: readonly Step[] | UpstreamFailure | 'throw'
}

const isFailure = (value: object): value is UpstreamFailure => 'tag' in value

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  )

export interface FakeProvider extends ChatProvider {
  readonly calls: ChatCall[]
  /** Streams that were closed or ended, out of those begun. */
  closed: number
}

/** Plays its scripts call after call, the last one for ever. */
export const fakeProvider = (...scripts: readonly Script[]): FakeProvider => {
  const calls: ChatCall[] = []
  const next = (call: ChatCall): Script => scripts[Math.min(calls.push(call), scripts.length) - 1] ?? {}
  async function* play(
    steps: readonly Step[],
    signal: AbortSignal,
  ): AsyncGenerator<Either<UpstreamFailure, readonly ChatChunk[]>> {
    try {
      for (const step of steps) {
        if (step === 'wait') await untilAborted(signal)
        if (signal.aborted) {
          yield left(failure.cut)
          return
        }
        if (step !== 'wait') yield isFailure(step) ? left(step) : right([step].flat())
      }
    } finally {
      provider.closed += 1
    }
  }
  const provider: FakeProvider = {
    calls,
    closed: 0,
    ignoredFields: () => [],
    complete: async (call) => {
      const { complete } = next(call)
      if (complete === undefined || complete === 'throw') throw new Error('a bug in the adapter')
      return isFailure(complete) ? left(complete) : right({ completion: complete, upstreamRequestId: 'up-1' })
    },
    stream: async (call) => {
      const { stream } = next(call)
      if (stream === undefined || stream === 'throw') throw new Error('a bug in the adapter')
      if (!Array.isArray(stream)) return left(stream as UpstreamFailure)
      return right({
        chunks: play(stream as readonly Step[], call.signal ?? new AbortController().signal),
        upstreamRequestId: () => 'up-1',
      })
    },
  }
  return provider
}

export interface Stage {
  readonly deps: StreamChatDeps
  readonly memory: LedgerMemory
  readonly settlements: Settlements
  readonly circuits: CircuitBreakers
  readonly input: (asked?: Parameters<typeof chatRequest>[0]) => ChatInput
  readonly balance: () => bigint
  readonly hold: () => Hold
  readonly transfers: () => readonly Transfer[]
  readonly clock: { nowMs: number }
  /** The reports of callers that disconnect without paying. */
  readonly unpaid: readonly string[]
  /** How long the first tokens of streams took, in milliseconds. */
  readonly firstTokens: readonly number[]
  /** Deployments that answered beyond their limits. */
  readonly exceeded: readonly string[]
  /** The process is to stop: no provider is waited for whose caller has gone. */
  readonly stopReads: () => void
}

export interface StageOptions {
  /** Micro-roubles in the wallet; 100 roubles unless given. */
  readonly balance?: bigint
  readonly spendLimit?: bigint | null
  readonly models?: readonly Model[]
  readonly ledger?: (twin: Ledger) => Ledger
  /** How time passes for a caller that has left; never unless given. */
  readonly sleep?: Timer['sleep']
}

/**
 * A gateway of one wallet around the given providers, `first`, `second` and so on. Tokens are counted as characters.
 */
export const stage = (providers: readonly ChatProvider[], options: StageOptions = {}): Stage => {
  const { balance = 100_000_000n, spendLimit = null, models = [chatModel()] } = options
  const memory = ledgerMemory()
  memory.wallets.set(WALLET, {
    id: WALLET,
    owner: 'u',
    currency: 'RUB',
    balance,
    held: 0n,
    reserved: 0n,
    suspended: false,
  })
  memory.budgets.set(KEY, { id: KEY, limit: spendLimit, spent: 0n, held: 0n, period: null })
  const twin = memoryLedger(memory)
  const ledger = options.ledger?.(twin) ?? twin
  const settlements = openSettlements({
    ledger,
    timer: { sleep: async () => undefined },
    reporter: {
      delayed: () => undefined,
      abandoned: (command) => expectNever('abandoned', command),
      refused: (command, outcome) => expectNever(outcome, command),
      lost: (operationId, error) => expectNever(operationId, error),
    },
  })
  const clock = { nowMs: 0 }
  const monotonicMs = (): number => clock.nowMs
  const circuits = deploymentCircuitBreakers({ clock: { now: monotonicMs }, monotonicMs })
  let made = 0
  const names = ['first', 'second', 'third']
  const unpaid: string[] = []
  const firstTokens: number[] = []
  const exceeded: string[] = []
  const reads = stoppableReads()
  const deps: StreamChatDeps = {
    ledger,
    settlements,
    circuits,
    warmCaches: warmCaches(monotonicMs),
    keptLimits: keptLimits({
      reportExceeded: (deployment, { allowedTokens, outputTokens }) =>
        void exceeded.push(`${deployment}: ${outputTokens} of ${allowedTokens}`),
    }),
    instance: { id: 'here' },
    reservations: exactHolds,
    tokenLimiter: memoryTokenLimiter(),
    keyRefusals: { note: () => undefined },
    catalog: { models: new Map(models.map((model) => [model.id, model])) },
    providers: new Map(providers.map((provider, index) => [names[index] ?? '', provider])),
    monotonicMs,
    timer: { sleep: options.sleep ?? (() => new Promise(() => undefined)) },
    stoppableReads: reads,
    unpaidDisconnects: unpaidDisconnects(monotonicMs, {
      reportUnpaid: (walletId, calls) => void unpaid.push(`${walletId} ${calls}`),
    }),
    firstTokens: { note: (waitedMs) => void firstTokens.push(waitedMs) },
    tokens: { count: async (texts) => texts.join('').length },
    ids: { next: () => `01890a5d-ac96-774b-bcce-1${String((made += 1)).padStart(11, '0')}` },
  }
  return {
    deps,
    memory,
    settlements,
    circuits,
    clock,
    unpaid,
    firstTokens,
    exceeded,
    stopReads: reads.stop,
    input: (asked) => ({
      principal: { walletId: WALLET, keyId: KEY, tokensPerMinute: null, allowedModels: null },
      request: chatRequest(asked),
      surface: 'chat',
    }),
    balance: () => memory.wallets.get(WALLET)!.balance,
    hold: () => [...memory.holds.values()].at(-1)!,
    transfers: () => [...memory.transfers.values()],
  }
}

const expectNever = (what: string, about: unknown): void => {
  throw new Error(`${what}: ${JSON.stringify(about)}`)
}

/** The Right of a result that must be one. */
export const unwrap = <E, A>(result: Either<E, A>): A => {
  if (isLeft(result)) throw new Error(`unexpected failure ${JSON.stringify(result.left)}`)
  return result.right
}
