import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { sandboxMp4 } from '../../../../../src/adapters/providers/sandbox/media/mp4.ts'
import { fileFormatOf } from '../../../../../src/domain/media/file-format.ts'
import { readMp4 } from '../../../../../src/domain/media/mp4/mp4.ts'
import { describeBytes, HAS_FFPROBE, HAS_FILE, probe } from '../../../../support/processes/external-tools.ts'

const SHAPES = [
  [1280, 720, 4],
  [720, 1280, 8],
  [1920, 1080, 12],
  [100, 50, 0.5],
  [16, 16, 1],
] as const

describe('sandbox MP4', () => {
  for (const [width, height, seconds] of SHAPES) {
    it(`plays ${seconds} s at ${width}x${height} in other programs`, async () => {
      const mp4 = sandboxMp4('a cat', width, height, seconds)
      expect(fileFormatOf(mp4)).to.equal('video/mp4')
      const facts = readMp4(mp4)
      expect(isRight(facts) && facts.right).to.deep.equal({ seconds, size: { width, height } })
      if (HAS_FILE) expect(await describeBytes(mp4)).to.match(/^ISO Media, MP4/)
      if (!HAS_FFPROBE) return
      const { streams, format } = await probe(mp4)
      expect(streams.length).to.equal(1)
      expect(streams[0]).to.include({ codec_name: 'h264', width, height, nb_read_frames: String(seconds * 24) })
      expect(Number(format.duration)).to.be.closeTo(seconds, 0.01)
    })
  }

  it('stays small, differs by prompt, and rounds odd sizes up', () => {
    expect(sandboxMp4('a cat', 1920, 1080, 20).length).to.be.below(100_000)
    const [one, other] = [sandboxMp4('a cat', 64, 64, 1), sandboxMp4('a dog', 64, 64, 1)]
    expect(Buffer.compare(one, other)).to.not.equal(0)
    const facts = readMp4(sandboxMp4('a cat', 15, 33, 1))
    expect(isRight(facts) && facts.right.size).to.deep.equal({ width: 16, height: 34 })
  })
})
