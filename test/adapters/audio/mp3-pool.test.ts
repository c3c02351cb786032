import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { openMp3Pool } from '../../../src/adapters/audio/mp3-pool.ts'
import type { Mp3Thread } from '../../../src/adapters/audio/mp3-thread.ts'
import type { Mp3Result } from '../../../src/adapters/audio/mp3-worker.ts'
import { pooledAudioEncoder } from '../../../src/adapters/audio/pooled-audio-encoder.ts'
import { tone } from '../../contract/media/audio-encoder.ts'

const SOUND = tone(0.01)

/** Threads whose work ends on the test's command. */
const scriptedThreads = () => {
  const started: { finish: (answer: Mp3Result) => void; die: () => void; closed: boolean }[] = []
  const start = (): Mp3Thread => {
    let alive = true
    let settle: { resolve: (answer: Mp3Result) => void; reject: (error: Error) => void } | null = null
    const script = {
      finish: (answer: Mp3Result) => settle?.resolve(answer),
      die: () => {
        alive = false
        settle?.reject(new Error('died'))
      },
      closed: false,
    }
    started.push(script)
    return {
      isAlive: () => alive,
      encode: () => new Promise((resolve, reject) => (settle = { resolve, reject })),
      close: () => {
        script.closed = true
        script.die()
        return Promise.resolve()
      },
    }
  }
  return { started, start }
}

const ENCODED: Mp3Result = { tag: 'encoded', bytes: new Uint8Array([1]) }
const settled = (work: Promise<unknown>): Promise<unknown> => work.catch((thrown: unknown) => String(thrown))
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('MP3 pool', () => {
  it('starts threads when needed, lets a bounded number of sounds wait, and refuses the next', async () => {
    const { started, start } = scriptedThreads()
    const pool = openMp3Pool({ threads: 2, queue: 1 }, start)
    expect(started.length).to.equal(0)
    const running = [pool.encode(SOUND), pool.encode(SOUND), pool.encode(SOUND)]
    await turn()
    expect(started.length).to.equal(2)
    const refused = await pool.encode(SOUND)
    expect(isLeft(refused) && refused.left.tag).to.equal('overloaded')
    started[0]?.finish(ENCODED)
    await turn()
    started[0]?.finish(ENCODED)
    started[1]?.finish(ENCODED)
    expect((await Promise.all(running)).every(isRight)).to.equal(true)
    expect(started.length).to.equal(2)
  })

  it('replaces a thread that died at work, for the sounds that wait', async () => {
    const { started, start } = scriptedThreads()
    const pool = openMp3Pool({ threads: 1, queue: 5 }, start)
    const first = settled(pool.encode(SOUND))
    const second = pool.encode(SOUND)
    await turn()
    started[0]?.die()
    expect(await first).to.equal('Error: died')
    await turn()
    started[1]?.finish(ENCODED)
    expect(isRight(await second)).to.equal(true)
  })

  it('gives no work to a thread that died while idle', async () => {
    const { started, start } = scriptedThreads()
    const pool = openMp3Pool({ threads: 1, queue: 5 }, start)
    const first = pool.encode(SOUND)
    await turn()
    started[0]?.finish(ENCODED)
    await first
    started[0]?.die()
    const second = pool.encode(SOUND)
    await turn()
    started[1]?.finish(ENCODED)
    expect(isRight(await second)).to.equal(true)
  })

  it('rejects every waiting sound when it closes', async () => {
    const { started, start } = scriptedThreads()
    const pool = openMp3Pool({ threads: 1, queue: 5 }, start)
    const works = [settled(pool.encode(SOUND)), settled(pool.encode(SOUND))]
    await turn()
    await pool.close()
    expect(await Promise.all(works)).to.deep.equal(['Error: died', 'Error: the MP3 pool is closed'])
    expect(await settled(pool.encode(SOUND))).to.equal('Error: the MP3 pool is closed')
    expect(started.map(({ closed }) => closed)).to.deep.equal([true])
  })
})

describe('pooled audio encoder', () => {
  it('keeps the event loop free while it encodes a long sound', async () => {
    const encoder = pooledAudioEncoder({ threads: 1, queue: 1 })
    const long = tone(120)
    let done = false
    const work = encoder.encode(long, 'mp3').finally(() => (done = true))
    let turns = 0
    while (!done) {
      await turn()
      turns += 1
    }
    const result = await work
    expect(isRight(result) && result.right.bytes.length).to.be.above(900_000)
    // Encoding on this thread would leave only a handful.
    expect(turns).to.be.above(100)
    await encoder.close()
  })
})
