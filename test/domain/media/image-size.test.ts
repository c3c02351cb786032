import { expect } from 'chai'
import fc from 'fast-check'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { imageFormatOf } from '../../../src/domain/media/image-format.ts'
import { imageSize } from '../../../src/domain/media/image-size.ts'
import { damaged } from '../../support/media/damaged.ts'

const image = (width: number, height: number, alpha: boolean): Sharp =>
  sharp({ create: { width, height, channels: alpha ? 4 : 3, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } })

const WRITERS: readonly (readonly [
  string,
  'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif',
  (image: Sharp) => Sharp,
])[] = [
  ['PNG', 'image/png', (image) => image.png()],
  ['palette PNG', 'image/png', (image) => image.png({ palette: true })],
  ['JPEG', 'image/jpeg', (image) => image.jpeg()],
  ['progressive JPEG', 'image/jpeg', (image) => image.jpeg({ progressive: true })],
  ['JPEG with EXIF', 'image/jpeg', (image) => image.withExif({ IFD0: { Copyright: 'x'.repeat(5000) } }).jpeg()],
  ['lossy WebP', 'image/webp', (image) => image.webp()],
  ['lossless WebP', 'image/webp', (image) => image.webp({ lossless: true })],
  ['WebP with EXIF', 'image/webp', (image) => image.withExif({ IFD0: { Copyright: 'x' } }).webp()],
  ['GIF', 'image/gif', (image) => image.gif()],
]

describe('image format and size', () => {
  for (const [name, mimeType, write] of WRITERS) {
    it(`reads ${name} as others wrote it`, async () => {
      for (const alpha of [true, false]) {
        for (const [width, height] of [
          [1, 1],
          [300, 7],
          [1025, 513],
        ] as const) {
          const bytes = await write(image(width, height, alpha)).toBuffer()
          expect(imageFormatOf(bytes)).to.equal(mimeType)
          expect(imageSize(bytes)).to.deep.equal({ width, height })
        }
      }
    })

    it(`survives broken ${name}`, async () => {
      const bytes = await write(image(20, 30, false)).toBuffer()
      fc.assert(
        fc.property(damaged(bytes), (broken) => {
          const size = imageSize(broken)
          expect(size === null || (size.width > 0 && size.height > 0)).to.equal(true)
        }),
        { numRuns: 200 },
      )
    })
  }

  it('is not fooled by names, text, or other formats', () => {
    for (const text of [
      '',
      '<svg/>',
      'BM',
      '\x89PN',
      '\xff\xd8',
      'RIFF....WAVE',
      'RIFF....WEB',
      'GIF88a',
      '%PDF-1.7',
      '<html>',
    ]) {
      expect(imageFormatOf(Buffer.from(text, 'latin1')), text).to.equal(null)
      expect(imageSize(Buffer.from(text, 'latin1')), text).to.equal(null)
    }
  })
})
