import { expect } from 'chai'
import fc from 'fast-check'
import sharp from 'sharp'
import { barePng } from '../../../src/domain/media/bare-png.ts'
import { pngChunk } from '../../../src/adapters/providers/sandbox/media/png-chunk.ts'
import { pngOfTexts, pngWith } from '../../support/media/costly-images.ts'
import { damaged } from '../../support/media/damaged.ts'

describe('the parts of a PNG by which it is read', () => {
  it('are the whole file where nothing else is in it', async () => {
    const plain = await pngWith([])
    expect(barePng(plain)).to.deep.equal([plain])
  })

  it('are all but its texts and what else no reader needs', async () => {
    const [look, text] = [pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])), pngChunk('tEXt', Buffer.from('a\0b'))]
    const full = await pngWith([text, look, text, text])
    expect(Buffer.concat(barePng(full))).to.deep.equal(await pngWith([look]))
    expect(Buffer.concat(barePng(Buffer.concat([full, text])))).to.deep.equal(await pngWith([look]))
    expect(Buffer.concat(barePng(await pngOfTexts(3, 100)))).to.deep.equal(await pngWith([]))
  })

  it('are the first of those that a file may have once', async () => {
    const [first, second] = [pngChunk('eXIf', Buffer.from('II*\0')), pngChunk('eXIf', Buffer.from('MM\0*'))]
    expect(Buffer.concat(barePng(await pngWith([first, second, second])))).to.deep.equal(await pngWith([first]))
  })

  it('keep the turn of a photograph and its transparency', async () => {
    const create = { width: 8, height: 4, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } as const
    const photo = await sharp({ create }).withMetadata({ orientation: 6 }).png({ palette: true }).toBuffer()
    const { orientation, hasAlpha } = await sharp(Buffer.concat(barePng(photo))).metadata()
    expect([orientation, hasAlpha]).to.deep.equal([6, true])
  })

  it('are found in a broken file, too, and are never more than that', async () => {
    const whole = await pngOfTexts(2, 100)
    fc.assert(
      fc.property(damaged(whole), (broken) => {
        expect(Buffer.concat(barePng(broken)).length).to.be.most(broken.length)
      }),
      { numRuns: 200 },
    )
  })
})
