import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import sharp from 'sharp'
import type { ImageWorker } from '../../../src/adapters/imaging/image-worker.ts'
import { pooledImageConverter } from '../../../src/adapters/imaging/pooled-image-converter.ts'
import { sandboxPng } from '../../../src/adapters/providers/sandbox/media/png.ts'
import { imageFormatOf } from '../../../src/domain/media/image-format.ts'
import { imageSize } from '../../../src/domain/media/image-size.ts'
import { eventually } from '../../support/eventually.ts'
import { pngOfTexts, webpOfFrames } from '../../support/media/costly-images.ts'
import { jpegOfScans } from '../../support/media/many-scans.ts'
import { TINY_GIF, TINY_PNG } from '../../support/media/tiny-images.ts'

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 0.5 } } })

describe('image converter', () => {
  const converter = pooledImageConverter()
  after(() => converter.close())

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
      const result = await converter.thumbnail(await image(width, height).png().toBuffer(), 512)
      if (isLeft(result)) throw new Error(result.left.message)
      expect(result.right).to.include({ mimeType: 'image/webp', ...wanted })
      expect(imageSize(result.right.bytes)).to.deep.equal(wanted)
    }
  })

  it("turns a photograph upright and removes the camera's metadata", async () => {
    const photo = await image(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const result = await converter.thumbnail(photo, 512)
    expect(isRight(result) && [result.right.width, result.right.height]).to.deep.equal([20, 40])
    const { exif, orientation } = await sharp(isRight(result) ? result.right.bytes : photo).metadata()
    expect([exif, orientation]).to.deep.equal([undefined, undefined])
  })

  it('converts between the formats', async () => {
    const sources = [TINY_PNG, TINY_GIF, await image(8, 8).webp().toBuffer(), await image(8, 8).jpeg().toBuffer()]
    for (const source of sources) {
      for (const target of ['image/png', 'image/jpeg', 'image/webp'] as const) {
        const result = await converter.convert(source, target)
        expect(isRight(result) && imageFormatOf(result.right.bytes)).to.equal(target)
      }
    }
  })

  it('refuses a file that is no image, is cut off, or refers to other files', async () => {
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

  it('refuses a small file that claims an enormous image', async () => {
    const bomb = sandboxPng('a bomb', 20_000, 6000)
    expect(bomb.length).to.be.below(200_000)
    expect(await failure(bomb)).to.equal('invalid_image')
  })

  it('refuses a small JPEG of thousands of scans, and takes one of some dozen', async () => {
    const bomb = jpegOfScans(6_000, 5_000, 3_000)
    expect(bomb.length).to.be.below(250_000)
    expect(await failure(bomb)).to.equal('invalid_image')
    expect(await failure(jpegOfScans(600, 500, 60))).to.equal(false)
  })

  it('makes a thumbnail of a small PNG with packed texts without unpacking them', async () => {
    const bomb = await pngOfTexts(1_000, 50_000_000)
    expect(bomb.length).to.be.below(50_000_000)
    expect(await failure(bomb)).to.equal(false)
  })

  it('refuses a small WebP of tens of thousands of frames, and takes one of a thousand', async () => {
    const bomb = await webpOfFrames(60_000)
    expect(bomb.length).to.be.below(6_000_000)
    expect(await failure(bomb)).to.equal('invalid_image')
    expect(await failure(await webpOfFrames(1_000))).to.equal(false)
  })

  it('refuses a PNG that is longer than any other image can be, though it has few pixels', async () => {
    expect(await failure(await image(1, 70_000).png().toBuffer())).to.equal('invalid_image')
    expect(await failure(await image(1, 60_000).png().toBuffer())).to.equal(false)
  })

  it('takes more pixels of a format that shrinks while it is read than of one that is decoded whole', async () => {
    const [wide, high] = [6_000, 5_000]
    expect(await failure(sandboxPng('thirty million pixels', wide, high))).to.equal('invalid_image')
    expect(await failure(await image(wide, high).jpeg().toBuffer())).to.equal(false)
  })
})

/** A worker whose images end on the test's command; `null` ends its process. */
const heldWorkers = () => {
  const [running, log]: [((isDone: boolean) => void)[], string[]] = [[], []]
  const start = async (): Promise<ImageWorker> => {
    let alive = true
    log.push('start')
    return {
      isAlive: () => alive,
      convert: (job) =>
        new Promise((resolve) => {
          log.push(`convert ${job.bytes[0]}`)
          running.push((isDone) => {
            alive = isDone
            const converted = { bytes: job.bytes, mimeType: job.mimeType, width: 1, height: 1 }
            resolve(isDone ? right(converted) : null)
          })
        }),
      close: () => void log.push('close'),
    }
  }
  return { start, log, running, next: (isDone = true): void => running.shift()?.(isDone) }
}

describe('the processes of the image converter', () => {
  it('are two at most, and take images in order of arrival', async () => {
    const workers = heldWorkers()
    const converter = pooledImageConverter({ start: workers.start })
    const done = [1, 2, 3, 4].map((first) => converter.convert(new Uint8Array([first]), 'image/png'))
    await eventually(() => workers.running.length === 2)
    expect(workers.log).to.deep.equal(['start', 'start', 'convert 1', 'convert 2'])
    workers.next()
    await eventually(() => workers.log.includes('convert 3'))
    workers.next()
    await eventually(() => workers.log.includes('convert 4'))
    workers.next()
    workers.next()
    expect((await Promise.all(done)).every(isRight)).to.equal(true)
    expect(workers.log.filter((entry) => entry === 'start')).to.have.length(2)
    converter.close()
    expect(workers.log.filter((entry) => entry === 'close')).to.have.length(2)
  })

  it('take an image that was paid for before all thumbnails that wait', async () => {
    const workers = heldWorkers()
    const converter = pooledImageConverter({ start: workers.start, maxConcurrent: 1 })
    const thumbnails = [1, 2, 3].map((first) => converter.thumbnail(new Uint8Array([first]), 512))
    await eventually(() => workers.running.length === 1)
    const paid = converter.convert(new Uint8Array([9]), 'image/png')
    workers.next()
    await eventually(() => workers.running.length === 1)
    workers.next()
    expect((await paid)._tag).to.equal('Right')
    for (const _ of [2, 3]) {
      await eventually(() => workers.running.length === 1)
      workers.next()
    }
    expect((await Promise.all(thumbnails)).every(isRight)).to.equal(true)
    expect(workers.log.filter((entry) => entry.startsWith('convert'))).to.deep.equal(
      [1, 9, 2, 3].map((first) => `convert ${first}`),
    )
    converter.close()
  })

  it('are replaced when an image ends one; the image is tried once more and then reported as broken', async () => {
    const workers = heldWorkers()
    const converter = pooledImageConverter({ start: workers.start, maxConcurrent: 1 })
    const [deadly, good] = [7, 8].map((first) => converter.convert(new Uint8Array([first]), 'image/png'))
    for (const isDone of [false, false, true]) {
      await eventually(() => workers.running.length === 1)
      workers.next(isDone)
    }
    expect([(await deadly)?._tag, (await good)?._tag]).to.deep.equal(['Left', 'Right'])
    expect(workers.log.filter((entry) => entry.startsWith('convert'))).to.deep.equal([
      'convert 7',
      'convert 7',
      'convert 8',
    ])
    converter.close()
  })

  it('end with the service, which calls no image broken that was in work or waited', async () => {
    const workers = heldWorkers()
    const converter = pooledImageConverter({ start: workers.start, maxConcurrent: 1 })
    const done = Promise.allSettled([1, 2].map((first) => converter.thumbnail(new Uint8Array([first]), 512)))
    await eventually(() => workers.running.length === 1)
    converter.close()
    workers.next(false)
    expect((await done).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    expect(workers.log).to.deep.equal(['start', 'convert 1', 'close', 'close'])
  })

  it('leave the threads of the server free: its own work does not wait for images', async () => {
    const converter = pooledImageConverter()
    const order: string[] = []
    const large = sandboxPng('large', 4_900, 4_900)
    const images = Array.from({ length: 8 }, () => converter.convert(large, 'image/webp'))
    const conversions = Promise.all(images.map((each) => each.then(() => order.push('image'))))
    // As many as the pool of this process has threads, each as much work as a password.
    const passwords = Array.from({ length: 4 }, () => promisify(scrypt)('password', 'salt', 32))
    await Promise.all(passwords)
    order.push('passwords')
    await conversions
    converter.close()
    expect(order.slice(0, 4)).to.include('passwords')
  })
})
