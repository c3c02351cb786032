import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import sharp from 'sharp'
import { sharpImageConverter } from '../../../src/adapters/imaging/sharp-image-converter.ts'
import { sandboxPng } from '../../../src/adapters/providers/sandbox/media/png.ts'
import { imageFormatOf } from '../../../src/domain/media/image-format.ts'
import { imageSize } from '../../../src/domain/media/image-size.ts'
import { TINY_GIF, TINY_PNG } from '../../support/tiny-images.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 0.5 } } })

describe('image converter', () => {
  const converter = sharpImageConverter()
  const failure = async (bytes: Uint8Array): Promise<string | false> => {
    const result = await converter.thumbnail(bytes, 512)
    return isLeft(result) && result.left.tag
  }

  it('makes WebP thumbnails that fit the square and keep the shape', async () => {
    for (const [width, height, wanted] of [
      [2048, 1024, { width: 512, height: 256 }],
      [1000, 3000, { width: 171, height: 512 }],
      [100, 40, { width: 100, height: 40 }],
    ] as const) {
      const result = await converter.thumbnail(await picture(width, height).png().toBuffer(), 512)
      if (isLeft(result)) throw new Error(result.left.message)
      expect(result.right).to.include({ mimeType: 'image/webp', ...wanted })
      expect(imageSize(result.right.bytes)).to.deep.equal(wanted)
    }
  })

  it('turns a photograph upright and drops what the camera wrote', async () => {
    const photo = await picture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const result = await converter.thumbnail(photo, 512)
    expect(isRight(result) && [result.right.width, result.right.height]).to.deep.equal([20, 40])
    const { exif, orientation } = await sharp(isRight(result) ? result.right.bytes : photo).metadata()
    expect([exif, orientation]).to.deep.equal([undefined, undefined])
  })

  it('converts between the formats', async () => {
    const sources = [TINY_PNG, TINY_GIF, await picture(8, 8).webp().toBuffer(), await picture(8, 8).jpeg().toBuffer()]
    for (const source of sources) {
      for (const target of ['image/png', 'image/jpeg', 'image/webp'] as const) {
        const result = await converter.convert(source, target)
        expect(isRight(result) && imageFormatOf(result.right.bytes)).to.equal(target)
      }
    }
  })

  it('refuses what is no picture, is cut, or reaches for other files', async () => {
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 90, sigma: 40 },
      },
    })
      .png()
      .toBuffer()
    expect(await failure(whole)).to.equal(false)
    expect(await failure(whole.subarray(0, whole.length / 2))).to.equal('invalid_image')
    expect(await failure(new Uint8Array())).to.equal('invalid_image')
    expect(
      await failure(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>')),
    ).to.equal('invalid_image')
  })

  it('refuses a small file that claims an enormous picture', async () => {
    const bomb = sandboxPng('a bomb', 20_000, 6000)
    expect(bomb.length).to.be.below(200_000)
    expect(await failure(bomb)).to.equal('invalid_image')
  })
})
