import type { Either } from 'fp-ts/lib/Either.js'
import { extendLeases } from '../../src/application/billing/extend-leases.ts'
import { releaseLostHolds } from '../../src/application/billing/release-lost-holds.ts'
import { sweepHolds } from '../../src/application/billing/sweep-holds.ts'
import type { MessageView } from '../../src/application/conversations/message-view.ts'
import { pollMessage } from '../../src/application/conversations/poll-message.ts'
import { readVideoGeneration } from '../../src/application/conversations/read-video-generation.ts'
import type { VideoGeneration } from '../../src/application/conversations/video-generation.ts'
import { deploymentCircuits } from '../../src/application/gateway/circuits.ts'
import { endOldFilms } from '../../src/application/gateway/end-old-films.ts'
import { moveVideo } from '../../src/application/gateway/move-video.ts'
import { openSettlements, type Settlements } from '../../src/application/gateway/settlements.ts'
import { sweepLostVideos, sweepVideos } from '../../src/application/gateway/sweep-videos.ts'
import { extendClaims } from '../../src/application/idempotency/extend-claims.ts'
import { failLostRecords } from '../../src/application/idempotency/fail-lost-records.ts'
import type { StoredAnswer } from '../../src/application/idempotency/idempotently.ts'
import { runningClaims } from '../../src/application/idempotency/running-claims.ts'
import { sweepRecords } from '../../src/application/idempotency/sweep-records.ts'
import type { VideoTerms } from '../../src/domain/video/advance.ts'
import { memoryUrlFetcher } from '../twins/memory-url-fetcher.ts'
import { CATALOG } from './catalog.ts'
import { askOf } from './endpoints.ts'
import { type FaultyPorts, faultyPorts } from './faulty-ports.ts'
import type { Gates } from './gates.ts'
import type { Request, Swept } from './history.ts'
import type { Installation } from './installation.ts'
import { type ScriptedVendor, vendorAdapters } from './scripted-vendors.ts'

/** A process of the service: the real use cases over ports that go wrong. */
export interface SimulatedProcess {
  readonly name: string
  readonly ask: (request: Request) => Promise<Either<{ readonly tag: string }, StoredAnswer>>
  /** Extends its leases, as it does every few seconds while it lives. */
  readonly beat: () => Promise<unknown>
  readonly sweep: (what: Swept) => Promise<unknown>
  readonly readFilm: (id: string) => Promise<Either<{ readonly tag: string }, VideoGeneration>>
  readonly pollMessage: (
    conversationId: string,
    messageId: string,
  ) => Promise<Either<{ readonly tag: string }, MessageView>>
  /** What the only process of an installation does first. */
  readonly takeOver: () => Promise<unknown>
}

export interface Surroundings {
  readonly name: string
  readonly installation: Installation
  readonly gates: Gates
  readonly vendor: ScriptedVendor
  /** Of one user, on a chat model. */
  readonly conversations: readonly string[]
  /** Told of what must never happen. */
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
export const dependenciesOf = ({ name, installation, gates, vendor, complain }: Surroundings) => {
  const { ids, now } = installation
  const { stores, ...ports } = faultyPorts(installation, gates, name)
  const { chat, images, videos } = vendorAdapters(vendor, gates, name)
  const clock = { now }
  const asking = {
    circuits: deploymentCircuits(clock),
    tokens: { count: async (texts: readonly string[]) => texts.join('').length },
    converter: { convert: () => Promise.reject(new Error('nothing is converted here')) },
  }
  const filming = { ...asking, providers: new Map([['vendor', videos]]) }
  return {
    ...stores,
    ...ports,
    ...asking,
    settlements: settlementsOf(ports, complain),
    running: runningClaims(),
    instance: name,
    catalog: CATALOG,
    ids,
    clock,
    urls: memoryUrlFetcher(new Map()),
    signer: { sign: () => 'signature' },
    chat: { ...asking, providers: new Map([['vendor', chat]]) },
    images: { ...asking, providers: new Map([['vendor', images]]) },
    videos: filming,
    moveVideo: moveVideo({ ...ports, ...filming, clock, terms: TERMS }),
    terms: TERMS,
  }
}

export type Dependencies = ReturnType<typeof dependenciesOf>

export const startProcess = (surroundings: Surroundings): SimulatedProcess => {
  const { name, installation } = surroundings
  const { userId, stores } = installation
  const deps = dependenciesOf(surroundings)
  const sweeps = {
    holds: sweepHolds(deps),
    records: sweepRecords(deps),
    films: sweepVideos(deps),
    old_films: endOldFilms(deps),
  }
  const readFilm = readVideoGeneration(deps)
  const poll = pollMessage(deps)
  const extend = [extendLeases(deps), extendClaims(deps)]
  return {
    name,
    ask: askOf(deps, surroundings),
    beat: () => Promise.all(extend.map((each) => each())),
    sweep: (what) => sweeps[what](),
    readFilm: (id) => readFilm({ userId, id }),
    pollMessage: (conversationId, messageId) => poll({ userId, conversationId, messageId }),
    takeOver: async () => {
      await releaseLostHolds({ holds: deps.holds, ledger: installation.openLedger() })(name)
      await failLostRecords(stores)(name)
      await sweepLostVideos({ ...deps, unitOfWork: installation.unitOfWork })(name)
    },
  }
}
