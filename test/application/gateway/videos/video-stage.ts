import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyStores, kyselyUnitOfWork } from '../../../../src/adapters/persistence/stores.ts'
import { sandboxMp4 } from '../../../../src/adapters/providers/sandbox/media/mp4.ts'
import { deploymentCircuitBreakers } from '../../../../src/application/gateway/routing/circuit-breakers.ts'
import { createVideo } from '../../../../src/application/gateway/videos/create-video.ts'
import type { CreateVideoInput } from '../../../../src/application/gateway/videos/create-video.ts'
import { downloadVideo } from '../../../../src/application/gateway/videos/download-video.ts'
import { listVideos } from '../../../../src/application/gateway/videos/list-videos.ts'
import { refreshVideo } from '../../../../src/application/gateway/videos/refresh-video.ts'
import { readVideo } from '../../../../src/application/gateway/videos/read-video.ts'
import { sweepLostVideos, sweepVideos } from '../../../../src/application/gateway/videos/sweep-videos.ts'
import type { UnitOfWork } from '../../../../src/application/ports/transaction/unit-of-work.ts'
import type {
  SubmittedVideo,
  UpstreamVideo,
  VideoProvider,
} from '../../../../src/application/ports/providers/video-provider.ts'
import type { VideoModel } from '../../../../src/domain/catalog/model.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { addUser, testId } from '../../../contract/billing/billing-stores.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { topUpCommand } from '../../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../../support/ledger/ledger-worlds.ts'
import { videoModel } from '../../../support/media/video-jobs.ts'
import { memoryMediaStore } from '../../../twins/media/memory-media-store.ts'
import { memoryUrlFetcher } from '../../../twins/media/memory-url-fetcher.ts'

const details = { message: "the provider's words", upstreamRequestId: 'req' }
export const UNREACHABLE: UpstreamFailure = { tag: 'unreachable', ...details }
export const TIMED_OUT: UpstreamFailure = { tag: 'timed_out', ...details }
export const REFUSED: UpstreamFailure = { tag: 'refused_content', ...details }
export const CUT: UpstreamFailure = { tag: 'cut', ...details }

export const FINISHED: UpstreamVideo = { tag: 'finished', source: 'here', seconds: null, size: null }

/** A provider whose next words are set by the test; by default everything goes well. */
export interface ScriptedVideos extends VideoProvider {
  submission: Either<UpstreamFailure, SubmittedVideo> | 'throw'
  word: Either<UpstreamFailure, UpstreamVideo>
  /** What `download` brings; an Either Left as a chunk breaks it. */
  video: readonly Either<UpstreamFailure, Uint8Array>[]
  readonly calls: { submit: number; poll: number; download: number }
}

export const scriptedVideos = (): ScriptedVideos => {
  const calls = { submit: 0, poll: 0, download: 0 }
  async function* download(): AsyncGenerator<Either<UpstreamFailure, Uint8Array>> {
    for (const chunk of provider.video) yield await Promise.resolve(chunk)
  }
  const provider: ScriptedVideos = {
    isLocal: false,
    calls,
    submission: right({ upstreamJobId: 'up-1', upstreamRequestId: 'r' }),
    word: right({ tag: 'running' }),
    video: [right(sandboxMp4('x', 64, 64, 4))],
    submit: async () => {
      calls.submit += 1
      if (provider.submission === 'throw') throw new Error('a bug in the adapter')
      return provider.submission
    },
    poll: async () => {
      calls.poll += 1
      return provider.word
    },
    download: async () => {
      calls.download += 1
      return right(download())
    },
  }
  return provider
}

const TERMS = { keepMs: 30 * 86_400_000, submissionMs: 60_000 }

/** One customer with 100 RUB before a scripted provider, on a real database. `instance()` is one more process on it. */
export const videoStage = async (database: TestDatabase, balance = 100_000_000n, given: Partial<VideoModel> = {}) => {
  const { db } = database
  const [userId, walletId, keyId] = [await addUser(database), testId(), testId()]
  await db.insertInto('accounts').values({ id: walletId, kind: 'user', owner: userId, currency: 'RUB' }).execute()
  await db.insertInto('budgets').values({ id: keyId, limit_amount: null }).execute()
  const world = databaseWorld(database)
  await world.ledger.submit(topUpCommand(walletId, balance))

  const [provider, second] = [scriptedVideos(), scriptedVideos()]
  const clock = { nowMs: Date.now() }
  const now = { now: () => clock.nowMs }
  const media = memoryMediaStore(() => 0)
  const stores = kyselyStores(db)
  const deployments = ['first', 'second'].map((provider) => ({ provider, upstreamModel: 'm', parameters: {} }))
  const model = videoModel({ deployments, ...given })
  const deps = (unitOfWork: UnitOfWork) => ({
    unitOfWork,
    providers: new Map<string, VideoProvider>([
      ['first', provider],
      ['second', second],
    ]),
    circuits: deploymentCircuitBreakers({ clock: now, monotonicMs: now.now }),
    catalog: { models: new Map([[model.id, model]]) },
    keyRefusals: { note: () => undefined },
    videoJobs: stores.videoJobs,
    media,
    urls: memoryUrlFetcher(new Map()),
    ids: { next: testId },
    clock: now,
    settledClock: now,
    instance: { id: 'here' },
    timer: { sleep: () => Promise.resolve() },
    terms: TERMS,
  })
  const input = (given: Partial<CreateVideoInput> = {}): CreateVideoInput => ({
    principal: { keyId, userId, walletId, allowedModels: null },
    ask: {
      model: model.id,
      prompt: 'a red boat',
      seconds: 4,
      size: null,
      firstFrame: null,
      generateAudio: null,
      seed: null,
      negativePrompt: null,
      extras: {},
    },
    ...given,
  })
  const instance = (unitOfWork: UnitOfWork = kyselyUnitOfWork(db, openLedger(database.open.batches))) => {
    const made = deps(unitOfWork)
    const refresh = refreshVideo(made)
    const read = readVideo({ ...made, refreshVideo: refresh })
    return {
      refresh,
      create: (given: Partial<CreateVideoInput> = {}) => createVideo(made)(input(given)),
      read: (id: string) => read(userId, id),
      list: () => listVideos(made)({ userId, order: 'newest_first', after: null, limit: 100 }),
      download: (id: string) => downloadVideo({ ...made, mediaAssets: stores.mediaAssets })(userId, id),
      sweep: sweepVideos(made),
      sweepLost: sweepLostVideos(made),
    }
  }
  return {
    provider,
    second,
    clock,
    media,
    userId,
    model,
    stores,
    world,
    deps,
    instance,
    job: (id: string) => stores.videoJobs.find(id),
    sums: () => world.sumsOf(walletId),
    moves: async () => (await world.movesOf(walletId)).slice(1),
    violations: () => world.violations(),
  }
}

type Ending = 'commits' | 'breaks' | 'commits_unheard'

/** A unit of work that ends so, one transaction after another; further ones commit. */
export const breakingUnitOfWork = (database: TestDatabase, ...endings: readonly Ending[]): UnitOfWork => {
  const real = kyselyUnitOfWork(database.db, openLedger(database.open.batches))
  const dying = dyingUnitOfWork(database)
  const left = [...endings]
  return {
    transact: async (work) => {
      switch (left.shift()) {
        case undefined:
        case 'commits':
          return real.transact(work)
        case 'breaks':
          return dying.transact(work)
        case 'commits_unheard':
          await real.transact(work)
          throw new Error('the connection broke')
      }
    },
  }
}

/** A unit of work that does everything and then dies before it commits. */
export const dyingUnitOfWork = (database: TestDatabase): UnitOfWork => {
  const real = kyselyUnitOfWork(database.db, openLedger(database.open.batches))
  return {
    transact: async (work) => {
      await real.transact(async (stores) => {
        await work(stores)
        return left('never committed')
      })
      throw new Error('the process died')
    },
  }
}
