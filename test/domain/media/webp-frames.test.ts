import { expect } from 'chai'
import sharp from 'sharp'
import { webpFrames } from '../../../src/domain/media/webp-frames.ts'
import { webpOfFrames } from '../../support/media/costly-images.ts'

describe('the frames of a WebP', () => {
  it('are as many as a decoder finds', async () => {
    const animation = await webpOfFrames(7)
    expect((await sharp(animation).metadata()).pages).to.equal(7)
    expect(webpFrames(animation)).to.equal(7)
  })

  it('are none where it is a single image, and in a file that is cut', async () => {
    const single = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .webp()
      .toBuffer()
    expect(webpFrames(single)).to.equal(0)
    expect(webpFrames((await webpOfFrames(1)).subarray(0, 46))).to.equal(0)
  })
})
