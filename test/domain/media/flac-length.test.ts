import { expect } from 'chai'
import { flacSeconds } from '../../../src/domain/media/flac-length.ts'
import { flacOf } from '../../support/media/recordings.ts'

describe('the length of a FLAC file', () => {
  it('is that of its frames, whatever its header says', () => {
    for (const says of [0, 1, 44_100, 1e9]) {
      expect(flacSeconds(flacOf({ frames: 100, says }))).to.be.closeTo((100 * 65_535) / 44_100, 0.001)
    }
  })

  it('counts no frame whose head is broken, and is none without a frame', () => {
    const two = Buffer.from(flacOf({ frames: 2, says: 1 }))
    two.writeUInt8((two.readUInt8(49) + 1) & 255, 49)
    expect(flacSeconds(two)).to.be.closeTo(65_535 / 44_100, 0.001)
    for (const bytes of [
      new Uint8Array(),
      Buffer.from('fLaC'),
      flacOf({ frames: 0, says: 5 }),
      Buffer.alloc(99, 0xff),
    ]) {
      expect(flacSeconds(bytes)).to.equal(null)
    }
  })
})
