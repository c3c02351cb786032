import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { refreshVideo } from '../../../../src/application/gateway/videos/refresh-video.ts'
import type { HeldMemory } from '../../../../src/application/ports/process/held-memory.ts'
import type { VideoPoll, VideoProvider } from '../../../../src/application/ports/providers/video-provider.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { eventually } from '../../../support/eventually.ts'
import { videoJob } from '../../../support/media/video-jobs.ts'
import { memoryMediaStore } from '../../../twins/media/memory-media-store.ts'
import { CUT, FINISHED, scriptedVideos } from './video-stage.ts'

const MEGABYTE = 1_000_000

type Chunk = Either<UpstreamFailure, Uint8Array>

const made = { now: () => videoJob().createdAtMs }

const around = (provider: VideoProvider, other = provider, clock = made) =>
  refreshVideo({
    unitOfWork: { transact: () => Promise.reject(new Error('nothing is to be written')) },
    providers: new Map([
      ['sandbox', provider],
      ['other', other],
    ]),
    media: memoryMediaStore(() => 0),
    clock,
    settledClock: made,
    terms: { keepMs: 1, submissionMs: 1 },
  })

const jobAt = (provider: string) =>
  videoJob({
    id: testId(),
    upstream: { deployment: { provider, upstreamModel: 'video', parameters: {} }, jobId: 'up-1' },
  })

/** Brings an answer without an end. */
const untilItWaits = (memory: HeldMemory): Promise<void> => {
  for (;;) {
    const room = memory.bring(MEGABYTE)
    if (room !== null) return room
  }
}

describe('a job whose process has a clock that is a day ahead for a moment', () => {
  it('is asked about as before, and goes on', async () => {
    let asked = 0
    const poll = async () => {
      asked += 1
      return left(CUT)
    }
    const refresh = around({ ...scriptedVideos(), poll }, undefined, { now: () => made.now() + 86_400_000 })
    const job = jobAt('sandbox')
    expect(await refresh(job)).to.equal(job)
    expect(asked).to.equal(1)
  })
})

describe('what providers answer about jobs', () => {
  it('is held in a bounded memory, where each waits for room and gives back what it held', async () => {
    const held: HeldMemory[] = []
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const refresh = around({
      ...scriptedVideos(),
      poll: async ({ memory }) => {
        if (memory === undefined) throw new Error('this answer counts nowhere')
        held.push(memory)
        await ended
        return left(CUT)
      },
    })
    const polls = Array.from({ length: 10 }, () => refresh(jobAt('sandbox')))
    await eventually(() => held.length === 10)
    const rooms = held.map(untilItWaits)
    expect(held.reduce((sum, memory) => sum + memory.bytes(), 0)).to.be.within(60 * MEGABYTE, 160 * MEGABYTE)
    const ofOther = refresh(jobAt('other'))
    await eventually(() => held.length === 11)
    expect(held.at(-1)?.bring(MEGABYTE), 'another provider has its share').to.equal(null)
    end()
    await Promise.all([...polls, ...rooms, ofOther])
  })

  it('is given back before the video is taken in, which holds what the job has of it', async () => {
    const held: HeldMemory[] = []
    const note = ({ memory }: VideoPoll): void => {
      if (memory !== undefined) held.push(memory)
      void memory?.bring(MEGABYTE)
    }
    const refresh = around({
      ...scriptedVideos(),
      poll: async (poll) => {
        note(poll)
        return right(FINISHED)
      },
      download: async (poll) => {
        expect(held.map((memory) => memory.bytes())).to.deep.equal([0])
        note(poll)
        return left(CUT)
      },
    })
    await refresh(videoJob())
    expect(held.map((memory) => memory.bytes())).to.deep.equal([0, 0])
  })
})

describe('videos that end at once', () => {
  it('are taken in 32 of a provider at a time; another one stays as it is until a later poll, and does not wait', async () => {
    const provider = { ...scriptedVideos(), word: right(FINISHED) }
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let opened = 0
    let allOpened = (): void => undefined
    const all = new Promise<void>((resolve) => {
      allOpened = resolve
    })
    async function* slow(): AsyncGenerator<Chunk> {
      opened += 1
      if (opened === 32) allOpened()
      await ended
      yield left(CUT)
    }
    const refresh = around({ ...provider, poll: async () => provider.word, download: async () => right(slow()) })
    const running = Array.from({ length: 32 }, () => refresh(jobAt('sandbox')))
    await all
    const late = jobAt('sandbox')
    expect(await refresh(late)).to.equal(late)
    expect(opened).to.equal(32)
    const ofOther = refresh(jobAt('other'))
    await eventually(() => opened === 33)
    end()
    await Promise.all([...running, ofOther])
    await refresh(late)
    expect(opened, 'there is room again').to.equal(34)
  })
})
