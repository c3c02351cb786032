import { expect } from 'chai'
import { sandboxMp4 } from '../../../src/adapters/providers/sandbox/media/mp4.ts'
import { assetKindOf, isContentAddress } from '../../../src/domain/media/asset.ts'
import { fileFormatOf } from '../../../src/domain/media/file-format.ts'
import { wavOf } from '../../../src/domain/media/wav.ts'
import { TINY_GIF, TINY_PNG } from '../../support/media/tiny-images.ts'

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('file format', () => {
  it('is decided by the first bytes', () => {
    expect(fileFormatOf(TINY_PNG)).to.equal('image/png')
    expect(fileFormatOf(TINY_GIF)).to.equal('image/gif')
    expect(fileFormatOf(sandboxMp4('x', 16, 16, 1))).to.equal('video/mp4')
    expect(fileFormatOf(latin1('\x1a\x45\xdf\xa3....'))).to.equal('video/webm')
    expect(fileFormatOf(wavOf({ samples: new Uint8Array(2), sampleRateHz: 8000, channels: 1 }))).to.equal('audio/wav')
    expect(fileFormatOf(latin1('ID3\x04'))).to.equal('audio/mpeg')
    expect(fileFormatOf(latin1('\xff\xfb\x90\x00'))).to.equal('audio/mpeg')
    expect(fileFormatOf(latin1('\xff\xf3\x64\xc4'))).to.equal('audio/mpeg')
  })

  it('is unknown for everything else, still images in a video container among it', () => {
    for (const text of [
      '',
      '\xff\xff\xff\xff',
      '\xff\xf1\x50\x80',
      '....ftypavif',
      '....ftypheic',
      '{"error":1}',
      'OggS',
    ]) {
      expect(fileFormatOf(latin1(text)), text).to.equal(null)
    }
  })
})

describe('asset', () => {
  it('knows what a type is to people', () => {
    expect((['image/webp', 'audio/pcm', 'video/mp4'] as const).map(assetKindOf)).to.deep.equal([
      'image',
      'audio',
      'video',
    ])
  })

  it('takes nothing but 64 lower-case hexadecimal digits for an address', () => {
    expect(isContentAddress('0a'.repeat(32))).to.equal(true)
    for (const text of ['', '0a'.repeat(31), '0A'.repeat(32), `${'0a'.repeat(32)}\n`, `../${'0a'.repeat(32)}`]) {
      expect(isContentAddress(text), text).to.equal(false)
    }
  })
})
