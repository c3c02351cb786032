import { expect } from 'chai'
import sharp from 'sharp'
import { sandboxPng } from '../../../../../src/adapters/providers/sandbox/media/png.ts'
import { imageSize } from '../../../../../src/domain/media/image-size.ts'
import { describeBytes, HAS_FILE } from '../../../../support/processes/external-tools.ts'

const SIZES = [
  [1, 1],
  [7, 9],
  [64, 64],
  [1024, 1024],
  [1536, 1024],
  [3840, 2160],
] as const

describe('sandbox PNG', () => {
  for (const [width, height] of SIZES) {
    it(`is a whole image of ${width}x${height} to others`, async () => {
      const png = sandboxPng('a cat', width, height)
      const { data, info } = await sharp(png, { failOn: 'warning' })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height, data.length]).to.deep.equal([width, height, width * height * 3])
      expect(imageSize(png)).to.deep.equal({ width, height })
      expect(png.length).to.be.below(20_000)
      if (HAS_FILE) expect(await describeBytes(png)).to.contain(`PNG image data, ${width} x ${height},`)
    })
  }

  it('is the same for the same prompt, another for another, in two colours', async () => {
    expect(Buffer.compare(sandboxPng('a cat', 128, 128), sandboxPng('a cat', 128, 128))).to.equal(0)
    expect(Buffer.compare(sandboxPng('a cat', 128, 128), sandboxPng('a dog', 128, 128))).to.not.equal(0)
    const { channels } = await sharp(sandboxPng('a cat', 128, 128))
      .removeAlpha()
      .stats()
    expect(channels.some(({ min, max }) => min !== max)).to.equal(true)
  })
})
