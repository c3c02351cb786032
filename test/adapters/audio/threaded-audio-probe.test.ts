import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { threadedAudioProbe } from '../../../src/adapters/audio/threaded-audio-probe.ts'
import type { AudioFileFormat } from '../../../src/domain/transcription/audio-file.ts'
import { flacOf, m4aOfSeconds, mp3OfSeconds, oggOfSeconds, wavOfSeconds } from '../../support/media/recordings.ts'

describe('the length of a file', () => {
  const probe = threadedAudioProbe()
  const lengthOf = async (bytes: Uint8Array, format: AudioFileFormat) => {
    const length = await probe.lengthOf({ bytes, format }, 'caller')
    if (isLeft(length)) throw new Error(length.left.tag)
    return length.right
  }

  it('is read from WAV, whose samples prove it, and from MP3, Ogg and MP4, which say it', async () => {
    expect(await lengthOf(wavOfSeconds(1.5), 'wav')).to.deep.equal({
      seconds: 1.5,
      bitsPerSecond: 128_000,
      packedSeconds: null,
    })
    const mp3 = await lengthOf(await mp3OfSeconds(3), 'mp3')
    expect([mp3.seconds, mp3.bitsPerSecond]).to.satisfy(([seconds, bits]: readonly [number, null]) =>
      Boolean(Math.abs(seconds - 3) < 0.3 && bits === null),
    )
    const ogg = await lengthOf(oggOfSeconds(4, 10), 'ogg')
    expect(ogg.seconds).to.be.closeTo(4, 0.1)
    expect(ogg.packedSeconds).to.equal(0.2)
    const flac = await lengthOf(flacOf({ frames: 200, says: 44_100 }), 'flac')
    expect(flac.seconds).to.equal(1)
    expect(flac.packedSeconds).to.be.closeTo((200 * 65_535) / 44_100, 0.001)
    const mp4 = await lengthOf(m4aOfSeconds(5), 'm4a')
    expect(mp4.seconds).to.be.closeTo(5, 0.1)
  })

  it('is not less than its samples where the header of a WAV file says so', async () => {
    const wav = wavOfSeconds(60)
    const hasty = Buffer.from(wav)
    hasty.writeUInt32LE(100_000_000, 28)
    const fact = Buffer.from('fact\x04\0\0\0\x01\0\0\0', 'latin1')
    const short = Buffer.concat([wav.subarray(0, 36), fact, wav.subarray(36)])
    // What proves nothing is judged as a compressed file: by what its bytes can hold.
    expect(await lengthOf(hasty, 'wav')).to.deep.equal({ seconds: 60, bitsPerSecond: null, packedSeconds: null })
    expect(await lengthOf(short, 'wav')).to.deep.equal({ seconds: 60, bitsPerSecond: 128_000, packedSeconds: null })
  })

  it('leaves the file as it was', async () => {
    const bytes = wavOfSeconds(0.1)
    await lengthOf(bytes, 'wav')
    expect(Buffer.from(bytes).equals(wavOfSeconds(0.1))).to.equal(true)
  })

  const nested = (): Uint8Array => {
    const atoms = Buffer.alloc(400_000)
    for (let at = 0; at < atoms.length; at += 8) {
      atoms.writeUInt32BE(atoms.length - at, at)
      atoms.write('moov', at + 4, 'latin1')
    }
    atoms.write('ftyp', 4, 'latin1')
    return atoms
  }
  const unreadable: readonly (readonly [string, Uint8Array, AudioFileFormat])[] = [
    ['zeros', new Uint8Array(25_000_000), 'mp3'],
    ['half a header', wavOfSeconds(1).subarray(0, 20), 'wav'],
    ['atoms inside each other', nested(), 'm4a'],
    ['the mark of a WebM', Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), 'webm'],
    ['the mark of a FLAC', Buffer.from('fLaC'), 'flac'],
    ['nothing', new Uint8Array(), 'ogg'],
  ]
  for (const [name, bytes, format] of unreadable) {
    it(`is unknown of ${name}`, async () => {
      const { seconds } = await lengthOf(bytes, format)
      expect(seconds === null || seconds === 0).to.equal(true)
    })
  }

  it('is unknown where the reading takes longer than it may, and the thread is stopped', async () => {
    const endless = new Uint8Array(25_000_000).fill(0xff)
    endless.set([0xff, 0xfb, 0x90, 0])
    const impatient = threadedAudioProbe({ deadlineMs: 500, deadlineMsPerMegabyte: 0 })
    const length = await impatient.lengthOf({ bytes: endless, format: 'mp3' }, 'caller')
    expect(length).to.deep.include({ right: { seconds: null, bitsPerSecond: null, packedSeconds: null } })
  })

  it('is read on a thread that took longer to start than the reading may', async () => {
    const program = new URL('../../support/media/late-audio-thread.ts', import.meta.url)
    const busy = threadedAudioProbe({ deadlineMs: 200, deadlineMsPerMegabyte: 0, program })
    const length = await busy.lengthOf({ bytes: wavOfSeconds(1), format: 'wav' }, 'caller')
    expect(length).to.have.nested.property('right.seconds', 1)
  })

  const file = { bytes: wavOfSeconds(1), format: 'wav' } as const

  it('is not read of more files at once than may wait', async () => {
    const narrow = threadedAudioProbe({ threads: 1, queue: 1 })
    const read = await Promise.all(['one', 'two', 'three'].map((caller) => narrow.lengthOf(file, caller)))
    expect(read.map(isRight)).to.deep.equal([true, true, false])
  })

  it('is read of one file of a caller at a time, and no more of them wait than may, whatever is free for others', async () => {
    const shared = threadedAudioProbe({ threads: 2, queueOfCaller: 1 })
    const read = await Promise.all(
      ['greedy', 'greedy', 'greedy', 'modest'].map((caller) => shared.lengthOf(file, caller)),
    )
    expect(read.map(isRight)).to.deep.equal([true, true, false, true])
  })
})
