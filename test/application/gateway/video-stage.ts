import { right, type Either, left } from 'fp-ts/lib/Either.js'
import { kyselyStores } from '../../../src/adapters/persistence/stores.ts'
import { kyselyUnitOfWork } from '../../../src/adapters/persistence/unit-of-work.ts'
import { sandboxMp4 } from '../../../src/adapters/providers/sandbox/media/mp4.ts'
import { deploymentCircuits } from '../../../src/application/gateway/circuits.ts'
import { type CreateVideoInput, createVideo } from '../../../src/application/gateway/create-video.ts'
import { downloadVideo } from '../../../src/application/gateway/download-video.ts'
import { listVideos } from '../../../src/application/gateway/list-videos.ts'
import { moveVideo } from '../../../src/application/gateway/move-video.ts'
import { readVideo } from '../../../src/application/gateway/read-video.ts'
import { sweepLostVideos, sweepVideos } from '../../../src/application/gateway/sweep-videos.ts'
import type { UnitOfWork } from '../../../src/application/ports/unit-of-work.ts'
import type { SubmittedVideo, UpstreamVideo, VideoProvider } from '../../../src/application/ports/video-provider.ts'
import type { VideoModel } from '../../../src/domain/catalog/model.ts'
import type { UpstreamFailure } from '../../../src/domain/routing/upstream-failure.ts'
import { addUser, testId } from '../../contract/billing-stores.ts'
import type { TestDatabase } from '../../support/databases.ts'
import { topUpCommand } from '../../support/ledger-commands.ts'
import { databaseWorld } from '../../support/ledger-worlds.ts'
import { videoModel } from '../../support/video-jobs.ts'
import { memoryMediaStore } from '../../twins/memory-media-store.ts'
import { memoryUrlFetcher } from '../../twins/memory-url-fetcher.ts'

const told = { message: "the vendor's words", upstreamRequestId: 'req' }
export const UNREACHABLE: UpstreamFailure = { tag: 'unreachable', ...told }
export const TIMED_OUT: UpstreamFailure = { tag: 'timed_out', ...told }
export const REFUSED: UpstreamFailure = { tag: 'refused_content', ...told }
export const CUT: UpstreamFailure = { tag: 'cut', ...told }

export const FINISHED: UpstreamVideo = { tag: 'finished', source: 'here', seconds: null, size: null }

/** A vendor whose next words are set by the test; by default everything goes well. */
export interface ScriptedVideos extends VideoProvider {
  submission: Either<UpstreamFailure, SubmittedVideo> | 'throw'
  word: Either<UpstreamFailure, UpstreamVideo>
  /** What `download` brings; an Either Left as a chunk breaks it. */
  film: readonly Either<UpstreamFailure, Uint8Array>[]
  readonly calls: { submit: number; poll: number; download: number }
}

export const scriptedVideos = (): ScriptedVideos => {
  const calls = { submit: 0, poll: 0, download: 0 }
  async function* film(): AsyncGenerator<Either<UpstreamFailure, Uint8Array>> {
    for (const chunk of vendor.film) yield await Promise.resolve(chunk)
  }
  const vendor: ScriptedVideos = {
    asksNobody: false,
    calls,
    submission: right({ upstreamJobId: 'up-1', upstreamRequestId: 'r' }),
    word: right({ tag: 'running' }),
    film: [right(sandboxMp4('x', 64, 64, 4))],
    submit: async () => {
      calls.submit += 1
      if (vendor.submission === 'throw') throw new Error('a bug in the adapter')
      return vendor.submission
    },
    poll: async () => {
      calls.poll += 1
      return vendor.word
    },
    download: async () => {
      calls.download += 1
      return right(film())
    },
  }
  return vendor
}

const TERMS = { keepMs: 30 * 86_400_000, submissionMs: 60_000 }

/** One customer with 100 RUB before a scripted vendor, on a real database. `instance()` is one more process on it. */
export const videoStage = async (database: TestDatabase, balance = 100_000_000n, given: Partial<VideoModel> = {}) => {
  const { db } = database
  const [userId, walletId, budgetId] = [await addUser(database), testId(), testId()]
  await db.insertInto('accounts').values({ id: walletId, kind: 'user', owner: userId, currency: 'RUB' }).execute()
  await db.insertInto('budgets').values({ id: budgetId, limit_amount: null }).execute()
  const world = databaseWorld(database)
  await world.ledger.submit(topUpCommand(walletId, balance))

  const [vendor, second] = [scriptedVideos(), scriptedVideos()]
  const clock = { nowMs: Date.now() }
  const now = { now: () => clock.nowMs }
  const media = memoryMediaStore(() => 0)
  const stores = kyselyStores(db)
  const deployments = ['first', 'second'].map((provider) => ({ provider, upstreamModel: 'm', parameters: {} }))
  const model = videoModel({ deployments, ...given })
  const deps = (unitOfWork: UnitOfWork) => ({
    unitOfWork,
    providers: new Map<string, VideoProvider>([
      ['first', vendor],
      ['second', second],
    ]),
    circuits: deploymentCircuits(now),
    catalog: { models: new Map([[model.id, model]]) },
    videoJobs: stores.videoJobs,
    media,
    urls: memoryUrlFetcher(new Map()),
    ids: { next: testId },
    clock: now,
    instance: 'here',
    terms: TERMS,
  })
  const input = (given: Partial<CreateVideoInput> = {}): CreateVideoInput => ({
    principal: { userId, walletId, budgetId, allowedModels: null },
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
  const instance = (unitOfWork: UnitOfWork = kyselyUnitOfWork(db)) => {
    const made = deps(unitOfWork)
    const read = readVideo({ ...made, moveVideo: moveVideo(made) })
    return {
      create: (given: Partial<CreateVideoInput> = {}) => createVideo(made)(input(given)),
      read: (id: string) => read(userId, id),
      list: () => listVideos(made)({ userId, order: 'newest_first', after: null, limit: 100 }),
      download: (id: string) => downloadVideo({ ...made, mediaAssets: stores.mediaAssets })(userId, id),
      sweep: sweepVideos(made),
      sweepLost: sweepLostVideos(made),
    }
  }
  return {
    vendor,
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
    breaks: () => world.breaks(),
  }
}

/** A unit of work that does everything and then dies before it commits. */
export const dyingUnitOfWork = (database: TestDatabase): UnitOfWork => {
  const real = kyselyUnitOfWork(database.db)
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
