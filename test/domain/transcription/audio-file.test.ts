import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { audioLengthOf, parseAudioFile } from '../../../src/domain/transcription/audio-file.ts'
import { oggOfSeconds, wavOfSeconds } from '../../support/media/recordings.ts'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'))

describe('an audio file', () => {
  const known: readonly (readonly [string, Uint8Array])[] = [
    ['wav', wavOfSeconds(1)],
    ['ogg', oggOfSeconds(1)],
    ['mp3', bytesOf('ID3\x04\x00')],
    ['mp3', Uint8Array.from([0xff, 0xfb, 0x90, 0x00])],
    ['flac', bytesOf('fLaC\x00')],
    ['m4a', bytesOf('\x00\x00\x00\x18ftypM4A ')],
    ['webm', bytesOf('\x1a\x45\xdf\xa3')],
  ]
  for (const [format, bytes] of known) {
    it(`is known as ${format} by its first bytes`, () => {
      const file = parseAudioFile(bytes)
      expect(isRight(file) && file.right.format).to.equal(format)
    })
  }

  it('is refused by name where it is of no format that is read', () => {
    for (const bytes of [new Uint8Array(100), bytesOf('hello'), bytesOf('\x89PNG\r\n\x1a\n')]) {
      const file = parseAudioFile(bytes)
      expect(isLeft(file) && file.left).to.include({ tag: 'invalid_audio', param: 'file' })
    }
  })

  it('is refused as empty where it has no byte', () => {
    const file = parseAudioFile(new Uint8Array())
    expect(isLeft(file) && file.left).to.deep.equal({
      tag: 'invalid_audio',
      message: 'The audio file is empty.',
      param: 'file',
    })
  })
})

describe('the length of a recording', () => {
  const lengthOf = (
    bytes: number,
    seconds: number | null,
    bitsPerSecond: number | null = null,
    packedSeconds: number | null = null,
  ) => audioLengthOf({ bytes: new Uint8Array(bytes) }, { seconds, bitsPerSecond, packedSeconds })

  it('is what the file says, and a hold covers what its bytes can hold', () => {
    // 3,000 bytes are a second at 24 kbit/s.
    expect(lengthOf(30_000, 10)).to.deep.include({ right: { seconds: 10, boundSeconds: 10 } })
    expect(lengthOf(30_000, 1)).to.deep.include({ right: { seconds: 1, boundSeconds: 10 } })
    expect(lengthOf(30_000, 40)).to.deep.include({ right: { seconds: 40, boundSeconds: 40 } })
  })

  it('is proven by the bytes of samples that are not compressed, of which a header is none', () => {
    expect(lengthOf(32_044, 2, 128_000)).to.deep.include({ right: { seconds: 2, boundSeconds: 2 } })
    expect(lengthOf(32_044, 500, 128_000)).to.deep.include({ right: { seconds: 2, boundSeconds: 2 } })
    expect(lengthOf(32_044, 0.5, 128_000)).to.deep.include({ right: { seconds: 0.5, boundSeconds: 2 } })
  })

  it('is not believed where so few bytes cannot hold it', () => {
    // 500 bytes a second are 4 kbit/s.
    expect(isRight(lengthOf(5_000, 10))).to.equal(true)
    expect(isLeft(lengthOf(5_000, 10.01))).to.equal(true)
  })

  it('is held for by the packets where they were read, whatever the header says of silence', () => {
    expect(lengthOf(5_000, 1, null, 7_200)).to.deep.include({ right: { seconds: 1, boundSeconds: 7_200 } })
    expect(lengthOf(5_000, 7_200, null, 7_200)).to.deep.include({ right: { seconds: 7_200, boundSeconds: 7_200 } })
    expect(isLeft(lengthOf(5_000, 7_201, null, 7_200))).to.equal(true)
    // Music of 700 kbit/s is held for as long as it is, not for as long as speech of so many bytes would be.
    expect(lengthOf(875_000, 10, null, 10)).to.deep.include({ right: { seconds: 10, boundSeconds: 10 } })
  })

  it('cannot be none, nothing, negative or without end', () => {
    for (const seconds of [null, 0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const length = lengthOf(1_000_000, seconds)
      expect(isLeft(length) && length.left).to.include({ tag: 'invalid_audio', param: 'file' })
    }
  })
})
