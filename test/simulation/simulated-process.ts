import type { Either } from 'fp-ts/lib/Either.js'
import { sweepHolds } from '../../src/application/billing/holds/sweep-holds.ts'
import type { MessageView } from '../../src/application/media/message-view.ts'
import { pollMessage } from '../../src/application/conversations/threads/poll-message.ts'
import { readVideoGeneration } from '../../src/application/conversations/videos/read-video-generation.ts'
import type { VideoGeneration } from '../../src/application/conversations/videos/video-generation.ts'
import { keptLimits } from '../../src/application/gateway/routing/kept-limits.ts'
import { deploymentCircuitBreakers } from '../../src/application/gateway/routing/circuit-breakers.ts'
import { warmCaches } from '../../src/application/gateway/routing/warm-caches.ts'
import { finishStaleVideos } from '../../src/application/gateway/videos/finish-stale-videos.ts'
import { refreshVideo } from '../../src/application/gateway/videos/refresh-video.ts'
import { openSettlements } from '../../src/application/gateway/metering/settlements.ts'
import type { Settlements } from '../../src/application/gateway/metering/settlements.ts'
import { sweepLostVideos, sweepVideos } from '../../src/application/gateway/videos/sweep-videos.ts'
import { failStrayClaims } from '../../src/application/idempotency/fail-stray-claims.ts'
import { endLostWork } from '../../src/application/instances/end-lost-work.ts'
import { endSilentInstances } from '../../src/application/instances/end-silent-instances.ts'
import { endOtherInstances } from '../../src/application/instances/end-other-instances.ts'
import { runningInstance } from '../../src/application/instances/running-instance.ts'
import type { KeyedAnswer } from '../support/idempotency/keyed-answers.ts'
import { runningClaims } from '../../src/application/idempotency/claim-ends.ts'
import { sweepRecords } from '../../src/application/idempotency/sweep-records.ts'
import type { VideoTerms } from '../../src/domain/video/advance-video-job.ts'
import { memoryUrlFetcher } from '../twins/media/memory-url-fetcher.ts'
import { CATALOG } from './catalog.ts'
import { askOf } from './endpoints.ts'
import { faultyPorts } from './faulty-ports.ts'
import type { FaultyPorts } from './faulty-ports.ts'
import type { Gates } from './gates.ts'
import type { Request, Swept } from './history.ts'
import type { Installation } from './installation.ts'
import { scriptedAdapters } from './scripted-providers.ts'
import type { ScriptedProvider } from './scripted-providers.ts'
import { exactHolds } from '../support/ledger/exact-holds.ts'

/** A process of the service: the real use cases over ports that go wrong. */
export interface SimulatedProcess {
  readonly name: string
  readonly ask: (request: Request) => Promise<Either<{ readonly tag: string }, KeyedAnswer>>
  /** To be awaited before it is asked anything. */
  readonly begin: () => Promise<unknown>
  /** Shows that it lives, as it does every few seconds. */
  readonly beat: () => Promise<unknown>
  /** From now on it may find that it was ended. */
  readonly standStill: () => void
  readonly sweep: (what: Swept) => Promise<unknown>
  readonly readVideo: (id: string) => Promise<Either<{ readonly tag: string }, VideoGeneration>>
  readonly pollMessage: (
    conversationId: string,
    messageId: string,
  ) => Promise<Either<{ readonly tag: string }, MessageView>>
  /** What the only process of an installation does first. */
  readonly endOtherInstances: () => Promise<unknown>
}

export interface Surroundings {
  readonly name: string
  readonly installation: Installation
  readonly gates: Gates
  readonly provider: ScriptedProvider
  /** Of one user, on a chat model. */
  readonly conversations: readonly string[]
  /** Gets a report of everything that must never happen. */
  readonly complain: (wrong: string) => void
}

const settlementsOf = (
  { ledger, timer }: Pick<FaultyPorts, 'ledger' | 'timer'>,
  complain: Surroundings['complain'],
): Settlements =>
  openSettlements({
    ledger,
    timer,
    reporter: {
      delayed: () => undefined,
      abandoned: ({ holdId }) => complain(`the end of ${holdId} was given up`),
      refused: ({ holdId }, outcome) => complain(`the end of ${holdId} was refused: ${outcome}`),
      lost: (operationId, error) => complain(`the end of ${operationId} was lost: ${String(error)}`),
    },
  })

const TERMS: VideoTerms = { keepMs: 30 * 86_400_000, submissionMs: 300_000 }

/** All that the use cases of one process share. */
export const dependenciesOf = (
  { name, installation, gates, provider, complain }: Surroundings,
  mayBeEnded: () => boolean,
) => {
  const { ids, now } = installation
  const { stores, ...ports } = faultyPorts(installation, gates, name)
  const { chat, images, videos } = scriptedAdapters(provider, gates, name)
  const clock = { now }
  const asking = {
    circuits: deploymentCircuitBreakers({ clock, monotonicMs: clock.now }),
    warmCaches: warmCaches(clock.now),
    keptLimits: keptLimits({ reportExceeded: () => undefined }),
    tokens: { count: async (texts: readonly string[]) => texts.join('').length },
    converter: { convert: () => Promise.reject(new Error('nothing is converted here')) },
  }
  const videoDeps = { ...asking, providers: new Map([['provider', videos]]) }
  return {
    ...stores,
    ...ports,
    ...asking,
    settlements: settlementsOf(ports, complain),
    // A turn that is paid in tokens always takes a hold of its own. `reservations` beside this plays the book.
    reservations: exactHolds,
    running: runningClaims(),
    instance: runningInstance({
      instances: ports.instances,
      ids,
      monotonicMs: clock.now,
      onEnded: () => mayBeEnded() || complain(`${name} lives and was ended`),
    }),
    catalog: CATALOG,
    ids,
    clock,
    urls: memoryUrlFetcher(new Map()),
    signer: { sign: () => 'signature' },
    chat: { ...asking, providers: new Map([['provider', chat]]) },
    images: { ...asking, providers: new Map([['provider', images]]) },
    videos: videoDeps,
    refreshVideo: refreshVideo({ ...ports, ...videoDeps, clock, settledClock: clock, terms: TERMS }),
    terms: TERMS,
  }
}

export type Dependencies = ReturnType<typeof dependenciesOf>

export const startProcess = (surroundings: Surroundings): SimulatedProcess => {
  const { name, installation } = surroundings
  const { userId, stores } = installation
  let hasStoodStill = false
  const deps = dependenciesOf(surroundings, () => hasStoodStill)
  const sweeps = {
    holds: sweepHolds(deps),
    records: sweepRecords(deps),
    videos: sweepVideos(deps),
    instances: endSilentInstances({ ...deps, endLostWork: async () => undefined, monotonicMs: installation.now }),
    stray: failStrayClaims(deps),
    stale_videos: finishStaleVideos(deps),
  }
  const readVideo = readVideoGeneration(deps)
  const poll = pollMessage(deps)
  return {
    name,
    ask: askOf(deps, surroundings),
    begin: () => deps.instance.begin(),
    beat: () => deps.instance.beat(),
    standStill: () => {
      hasStoodStill = true
    },
    sweep: (what) => sweeps[what](),
    readVideo: (id) => readVideo({ userId, id }),
    pollMessage: (conversationId, messageId) => poll({ userId, conversationId, messageId }),
    endOtherInstances: () =>
      endOtherInstances({
        instances: installation.instances,
        instance: deps.instance,
        endLostWork: endLostWork({
          sweepHolds: sweepHolds({ holds: deps.holds, ledger: installation.openLedger() }),
          sweepReservations: async () => 0,
          sweepRecords: sweepRecords({ idempotency: stores.idempotency }),
        }),
        sweepLostVideos: sweepLostVideos({ ...deps, unitOfWork: installation.unitOfWork }),
      })(),
  }
}
