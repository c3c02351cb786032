import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { sandboxMp4 } from '../../../../src/adapters/providers/sandbox/media/mp4.ts'
import { fetchVideoFile } from '../../../../src/application/gateway/videos/fetch-video-file.ts'
import type { VideoFile } from '../../../../src/application/gateway/videos/fetch-video-file.ts'
import type { MediaStore } from '../../../../src/application/ports/media/media-store.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { memoryMediaStore } from '../../../twins/media/memory-media-store.ts'
import { CUT, scriptedVideos } from './video-stage.ts'

const POLL = { deployment: { provider: 'first', upstreamModel: 'm', parameters: {} }, upstreamJobId: 'up-1' }
const VIDEO = sandboxMp4('x', 64, 64, 4)
/** It begins as a video does, and says that it goes on to the end. */
const MEGABYTE = Buffer.alloc(1_000_000)
MEGABYTE.write('ftypmp42', 4, 'latin1')

type Chunk = Either<UpstreamFailure, Uint8Array>

const fetched = (
  media: Pick<MediaStore, 'put'>,
  chunks: () => AsyncGenerator<Chunk> | readonly Chunk[],
): Promise<VideoFile | null> => {
  async function* download(): AsyncGenerator<Chunk> {
    for await (const chunk of chunks()) yield chunk
  }
  return fetchVideoFile(media, { ...scriptedVideos(), download: async () => right(download()) }, POLL, 'here')
}

describe('the file of a finished video', () => {
  it('is stored as it arrives: of no piece is another asked for before the store has taken it', async () => {
    let [asked, most] = [0, 0]
    async function* endless(): AsyncGenerator<Chunk> {
      for (;;) {
        asked += 1
        yield right(MEGABYTE)
      }
    }
    const put: MediaStore['put'] = async (content) => {
      if (content instanceof Uint8Array) throw new Error('a whole video in memory')
      for await (const _ of content) {
        most = Math.max(most, asked)
        asked = 0
      }
      throw new Error('endless')
    }
    expect(await fetched({ put }, endless), 'more than a video can have').to.equal(null)
    expect(most).to.equal(1)
  })

  it('has its facts from its own header, in however many pieces it comes', async () => {
    const media = memoryMediaStore(() => 0)
    const pieces = Array.from({ length: VIDEO.length / 100 + 1 }, (_, index) =>
      right(VIDEO.subarray(100 * index, 100 * index + 100)),
    )
    const video = await fetched(media, () => pieces)
    expect(video).to.include({ sizeBytes: VIDEO.length, mimeType: 'video/mp4', width: 64, height: 64, seconds: 4 })
    expect(await media.sizeOf(video?.address ?? '')).to.equal(VIDEO.length)
  })

  const without = (type: string): Uint8Array => {
    const file = Buffer.from(VIDEO)
    file.write('free', file.indexOf(type), 'latin1')
    return file
  }

  const BROKEN: Readonly<Record<string, readonly Chunk[]>> = {
    'that is an error page, whatever its provider calls it': [right(Buffer.from('<!doctype html><p>Overloaded.'))],
    'that is a sound': [right(Buffer.concat([Buffer.from('ID3'), VIDEO]))],
    'that has fewer bytes than any format': [right(VIDEO.subarray(0, 5)), right(VIDEO.subarray(5, 8))],
    'that has no frames': [right(without('mdat'))],
    'without a byte': [],
    'whose download broke': [right(VIDEO.subarray(0, 500)), left(CUT)],
    'that lacks its end': [right(VIDEO.subarray(0, -1))],
  }
  for (const [name, chunks] of Object.entries(BROKEN)) {
    it(`is none ${name}, and nothing of it is kept`, async () => {
      const media = memoryMediaStore(() => 0)
      expect(await fetched(media, () => chunks)).to.equal(null)
      for await (const { address } of media.list()) throw new Error(`${address} was kept`)
    })
  }

  it('is read no further than it takes to see that it is none', async () => {
    let asked = 0
    async function* endless(): AsyncGenerator<Chunk> {
      for (;;) {
        asked += 1
        yield right(Buffer.from('<!doctype html><p>Overloaded.'))
      }
    }
    expect(
      await fetched(
        memoryMediaStore(() => 0),
        endless,
      ),
    ).to.equal(null)
    expect(asked).to.equal(1)
  })

  it('may be a WebM, which is called one, and says nothing of itself that is read here', async () => {
    const webm = Buffer.from('1a45dfa39f4286810142f7810142f2', 'hex')
    const pieces = [...webm].map((byte) => right(Buffer.from([byte])))
    expect(
      await fetched(
        memoryMediaStore(() => 0),
        () => pieces,
      ),
    ).to.include({ sizeBytes: webm.length, mimeType: 'video/webm', seconds: null })
  })

  it('fails with the store', async () => {
    const put = async (): Promise<never> => {
      throw new Error('the disk is full')
    }
    const outcome = await fetched({ put }, () => [right(VIDEO)]).catch(String)
    expect(outcome).to.equal('Error: the disk is full')
  })

  it('is no longer downloaded where the store failed before it read a byte', async () => {
    let isClosed = false
    const chunks: AsyncIterableIterator<Chunk, undefined> = {
      [Symbol.asyncIterator]() {
        return this
      },
      next: async () => ({ value: right(MEGABYTE) }),
      return: async () => {
        isClosed = true
        return { done: true, value: undefined }
      },
    }
    const put = async (): Promise<never> => {
      throw new Error('the disk is full')
    }
    const provider = { ...scriptedVideos(), download: async () => right(chunks) }
    await fetchVideoFile({ put }, provider, POLL, 'here').catch(() => null)
    expect(isClosed).to.equal(true)
  })
})
