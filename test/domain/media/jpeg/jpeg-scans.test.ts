import { expect } from 'chai'
import fc from 'fast-check'
import sharp from 'sharp'
import { jpegScans } from '../../../../src/domain/media/jpeg/jpeg-scans.ts'
import { damaged } from '../../../support/media/damaged.ts'
import { jpegOfScans } from '../../../support/media/many-scans.ts'

const noise = { type: 'gaussian', mean: 90, sigma: 40 } as const

const jpeg = (progressive: boolean): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 120, channels: 3, background: 'red', noise } })
    .jpeg({ progressive })
    .toBuffer()

describe('the scans of a JPEG', () => {
  it('are one of an ordinary file, and some of a progressive one', async () => {
    expect(jpegScans(await jpeg(false))).to.equal(1)
    expect(jpegScans(await jpeg(true))).to.be.within(5, 20)
  })

  it('are counted to the last one, also behind filling bytes', () => {
    expect(jpegScans(jpegOfScans(64, 64, 1_000))).to.equal(1_000)
    const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 1, 0])
    const filled = Buffer.from([0xff, 0xd8, ...scan, 1, 2, 0xff, 0xff, ...scan, 3, 0xff, 0, 0xff, 0xd0, 4, ...scan])
    expect(jpegScans(filled)).to.equal(3)
  })

  it('are not those of a thumbnail in its metadata, nor of what stands behind its end', async () => {
    const small = await jpeg(false)
    const length = small.length + 2
    const inside = [0xff, 0xe1, length >> 8, length & 255, ...small]
    expect(jpegScans(Buffer.from([0xff, 0xd8, ...inside, ...small.subarray(2), ...small]))).to.equal(1)
  })

  it('are counted in a broken file, too', async () => {
    const whole = await jpeg(true)
    fc.assert(
      fc.property(damaged(whole), (broken) => {
        expect(jpegScans(broken)).to.be.within(0, broken.length / 4)
      }),
      { numRuns: 200 },
    )
  })
})
