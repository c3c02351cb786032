import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { inlineImageConverter } from '../../../twins/media/inline-image-converter.ts'
import { sandboxPng } from '../../../../src/adapters/providers/sandbox/media/png.ts'
import { createImage } from '../../../../src/application/gateway/images/create-image.ts'
import type { CreateImageDeps, CreateImageInput } from '../../../../src/application/gateway/images/create-image.ts'
import type { Ledger } from '../../../../src/application/ports/billing/ledger.ts'
import type { ImageSource } from '../../../../src/application/media/input-image.ts'
import type {
  GeneratedImage,
  ImageCall,
  ImageProvider,
} from '../../../../src/application/ports/providers/image-provider.ts'
import type { ImageModel } from '../../../../src/domain/catalog/model.ts'
import type { ImageParams } from '../../../../src/domain/images/plan.ts'
import type { ImageUsage } from '../../../../src/domain/images/usage.ts'
import { fileFormatOf } from '../../../../src/domain/media/file-format.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { exactHolds } from '../../../support/ledger/exact-holds.ts'
import { countedImageModel, imageAsk, imageModel } from '../../../support/media/media-models.ts'
import { TINY_GIF } from '../../../support/media/tiny-images.ts'
import { memoryMediaAssets } from '../../../twins/media/media-assets.ts'
import { memoryMediaStore } from '../../../twins/media/memory-media-store.ts'
import { memoryUrlFetcher } from '../../../twins/media/memory-url-fetcher.ts'
import { failure, KEY, stage, unwrap, WALLET } from '../gateway-stage.ts'

const PNG = sandboxPng('a', 8, 8)
const FULL = 100_000_000n

interface Answering extends ImageProvider {
  readonly calls: ImageCall[]
}

const provider = (answer: UpstreamFailure | readonly Uint8Array[], usage: ImageUsage | null = null): Answering => {
  const calls: ImageCall[] = []
  return {
    calls,
    ignoredFields: () => [],
    generate: async (call) => {
      calls.push(call)
      if ('tag' in answer) return left(answer)
      const images = answer.map((bytes): GeneratedImage => ({ bytes, revisedPrompt: null }))
      return right({ images, usage, upstreamRequestId: 'up-1' })
    },
  }
}

/** Pages of a web that only these tests have. */
const WEB = new Map([
  ['https://example.com/a.png', PNG],
  ['https://example.com/big.png', Buffer.concat([PNG, Buffer.alloc(12_000_000)])],
  ['https://example.com/a.gif', TINY_GIF],
])

const set = (
  providers: readonly ImageProvider[],
  model: ImageModel = imageModel(),
  over: Partial<CreateImageDeps> = {},
) => {
  const on = stage([], { models: [model] })
  const names = ['first', 'second']
  const mediaAssets = memoryMediaAssets()
  const media = memoryMediaStore(() => 0)
  const deps: CreateImageDeps = {
    ...on.deps,
    providers: new Map(providers.map((each, index) => [names[index] ?? '', each])),
    tokens: { count: async (texts) => texts.join('').length },
    urls: memoryUrlFetcher(WEB),
    converter: inlineImageConverter(),
    media,
    mediaAssets,
    signer: { sign: ({ id, idx }) => `signed-${id.slice(-4)}-${idx}` },
    clock: { now: () => 1_000_000 },
    ...over,
  }
  const principal = { walletId: WALLET, keyId: KEY, allowedModels: null }
  const generate = (ask: Partial<ImageParams<ImageSource>> = {}, more: Partial<CreateImageInput> = {}) =>
    createImage(deps)({ principal, ask: imageAsk(ask), ...more })
  return { ...on, mediaAssets, media, generate }
}

const url = (address: string, param = 'image.0'): ImageSource => ({ tag: 'url', url: address, param })
const bytes = (content: Uint8Array, param = 'image.0'): ImageSource => ({ tag: 'bytes', bytes: content, param })

describe('a call for images', () => {
  it('is admitted against reserved money only where its answer needs no row: the database may be away', async () => {
    const asked: string[] = []
    const admit = ({ operationId }: { readonly operationId: string }) => {
      asked.push(operationId)
      return null
    }
    const imageProvider = provider([PNG])
    const away: Ledger = { submit: async () => left({ tag: 'ledger_unavailable' }) }
    const over = { reservations: { ...exactHolds, admit }, ledger: away }
    const on = set([imageProvider], imageModel(), over)
    expect(await on.generate({ responseFormat: 'url' })).to.deep.equal(left({ tag: 'ledger_unavailable' }))
    expect(asked).to.deep.equal([])
    await on.generate({ responseFormat: 'b64_json' })
    expect(asked).to.have.length(1)
    expect(imageProvider.calls).to.deep.equal([])
  })

  it('is held before the provider is asked and charged after the answer was delivered', async () => {
    const imageProvider = provider([PNG, PNG])
    const on = set([imageProvider])
    const metered = unwrap(await on.generate({ n: 2 }))
    expect(metered.answer.images.map(({ file }) => file)).to.deep.equal([
      { tag: 'inline', bytes: PNG },
      { tag: 'inline', bytes: PNG },
    ])
    expect(on.hold()).to.deep.include({
      state: 'held',
      amount: 6_000_000n,
      reference: { kind: 'image', id: metered.operationId },
    })
    metered.delivered()
    await on.settlements.drain()
    expect(on.balance()).to.equal(FULL - 6_000_000n)
    expect(on.hold().receipt).to.deep.equal({
      model: 'vendor/image',
      kind: 'image',
      deployment: { provider: 'first', upstreamModel: 'm1' },
      usage: { images: 2, input_text_tokens: 0, input_image_tokens: 0, output_tokens: 0, total_tokens: 0 },
      tariffVersion: 'v1',
      outcome: 'succeeded',
      estimated: false,
      attempts: [
        { provider: 'first', upstreamModel: 'm1', chosenBy: 'order', outcome: 'answered', upstreamRequestId: 'up-1' },
      ],
    })
    expect(on.transfers()[0]?.reference).to.deep.equal({ kind: 'image', id: metered.operationId })
  })

  it('charges the provider’s tokens, and what is delivered rather than what was asked', async () => {
    const usage = { inputTextTokens: 7, inputImageTokens: 0, outputTokens: 50, totalTokens: 57 }
    const counted = set([provider([PNG], usage)], countedImageModel())
    unwrap(await counted.generate({ n: 2 })).delivered()
    await counted.settlements.drain()
    expect(FULL - counted.balance()).to.equal(507n)
    const fixed = set([provider([PNG])])
    unwrap(await fixed.generate({ n: 3 })).delivered()
    await fixed.settlements.drain()
    expect(FULL - fixed.balance()).to.equal(3_000_000n)
  })

  it('names the quality that the money lasts for, holds for that one and charges no more than is held', async () => {
    const byQuality = new Map([
      ['low', { base: 1_000, perMegapixel: 0 }],
      ['max', { base: 20_000_000, perMegapixel: 0 }],
    ])
    const limits = { ...imageModel().limits, maxOutputTokens: { maxPixels: 1_000_000, byQuality } }
    const usage = { inputTextTokens: 7, inputImageTokens: 0, outputTokens: 3_000, totalTokens: 3_007 }
    const imageProvider = provider([PNG], usage)
    const on = set([imageProvider], countedImageModel({ limits }))
    const metered = unwrap(await on.generate())
    expect(imageProvider.calls[0]?.request.quality).to.equal('low')
    expect(metered.answer.namedQuality).to.equal('low')
    // A thousand tokens at ten micro-roubles, and 37 of prompt, although half of the wallet was held.
    expect(metered.answer.priceMicro).to.equal(10_037n)
    metered.delivered()
    await on.settlements.drain()
    expect(FULL - on.balance()).to.equal(metered.answer.priceMicro)

    const never = await on.generate({}, { isNeverShortened: true })
    expect(isLeft(never) && never.left.tag).to.equal('insufficient_balance')
    const named = await on.generate({ quality: 'max' })
    expect(isLeft(named) && named.left.tag).to.equal('insufficient_balance')
  })

  it('charges nothing for images beyond the number that was ordered', async () => {
    const on = set([provider([PNG, PNG, PNG])])
    const metered = unwrap(await on.generate({ n: 1 }))
    expect(metered.answer.images).to.have.length(1)
    expect(metered.answer.priceMicro).to.equal(3_000_000n)
  })

  const free: readonly (readonly [string, UpstreamFailure | readonly Uint8Array[], string])[] = [
    ['refuses', failure.refusedContent, 'upstream_refused_content'],
    ['fails', failure.serverError, 'upstream_error'],
    ['is cut', failure.cut, 'upstream_error'],
    ['is silent', failure.timedOut, 'upstream_timeout'],
    ['finds fault with the caller', failure.rejected, 'rejected_by_upstream'],
    ['answers with no image', [], 'upstream_error'],
    ['answers with something that is no image', [new Uint8Array([1, 2, 3])], 'upstream_error'],
  ]
  for (const [name, answer, tag] of free) {
    it(`costs nothing, and is tried once, when the provider ${name}`, async () => {
      const [first, second] = [provider(answer), provider([PNG])]
      const on = set([first, second])
      const outcome = await on.generate()
      expect(isLeft(outcome) && outcome.left.tag).to.equal(tag)
      await on.settlements.drain()
      expect([on.balance(), on.hold().state]).to.deep.equal([FULL, 'released'])
      const reason = tag === 'upstream_refused_content' ? 'refused' : 'upstream_failed'
      expect([on.hold().releaseReason, on.hold().receipt?.outcome]).to.deep.equal([reason, reason])
      expect([first.calls.length, second.calls.length]).to.deep.equal([1, 0])
    })
  }

  for (const [name, answer] of [
    ['cannot be reached', failure.unreachable],
    ['turns it away', failure.rateLimited],
  ] as const) {
    it(`goes on to the next provider when the first ${name}`, async () => {
      const on = set([provider(answer), provider([PNG])])
      unwrap(await on.generate()).delivered()
      await on.settlements.drain()
      expect(on.balance()).to.equal(FULL - 3_000_000n)
      expect(on.hold().receipt).to.have.nested.property('attempts.length', 2)
    })
  }

  it('gives the money back when something of ours breaks', async () => {
    const media = { ...memoryMediaStore(() => 0), put: () => Promise.reject(new Error('the disk is full')) }
    const on = set([provider([PNG])], imageModel(), { media })
    const thrown: unknown = await on.generate({ responseFormat: 'url' }).catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(Error)
    await on.settlements.drain()
    expect([on.balance(), on.hold().state]).to.deep.equal([FULL, 'released'])
  })

  it('stores the images under the operation when addresses are asked for', async () => {
    const on = set([provider([PNG, sandboxPng('b', 4, 2)])])
    const metered = unwrap(await on.generate({ n: 2, responseFormat: 'url' }))
    const id = metered.operationId
    expect(metered.answer.images.map(({ file }) => file)).to.deep.equal(
      [0, 1].map((idx) => ({
        tag: 'stored',
        path: `/v1/media/${id}/${idx}?exp=4600&sig=signed-${id.slice(-4)}-${idx}&variant=full`,
      })),
    )
    const asset = await on.mediaAssets.find(id, 1)
    expect(asset).to.deep.include({ ownerId: id, mimeType: 'image/png', width: 4, height: 2, seconds: null })
    expect(await on.media.sizeOf(asset?.address ?? '')).to.equal(asset?.sizeBytes)
  })

  it('writes the requested format, also when the provider generated another one', async () => {
    const on = set([provider([PNG])])
    const metered = unwrap(await on.generate({ extras: { output_format: 'webp' } }))
    const file = metered.answer.images[0]?.file
    expect(file?.tag === 'inline' && fileFormatOf(file.bytes)).to.equal('image/webp')
  })

  it('fetches addresses before money is held, and gives the provider the bytes', async () => {
    const imageProvider = provider([PNG])
    const on = set([imageProvider])
    await on.generate({
      images: [url('https://example.com/a.png'), bytes(PNG, 'image.1')],
      mask: bytes(PNG, 'mask'),
      referenceImages: [url('https://example.com/a.png', 'reference_images.0')],
    })
    const given = { bytes: PNG, mimeType: 'image/png' }
    expect(imageProvider.calls[0]?.request).to.deep.include({
      images: [given, given],
      mask: given,
      referenceImages: [given],
    })
  })

  const unloadable: readonly (readonly [string, readonly ImageSource[], string, string | undefined])[] = [
    ['cannot be fetched', [url('https://example.com/none.png')], 'url_not_fetchable', 'image.0'],
    ['leads inside', [url('http://169.254.169.254/')], 'unsafe_url', 'image.0'],
    ['is a GIF', [bytes(PNG), url('https://example.com/a.gif', 'image.1')], 'invalid_image', 'image.1'],
    ['is text', [bytes(new TextEncoder().encode('hello'))], 'invalid_image', 'image.0'],
    [
      'is too large with the others',
      [url('https://example.com/big.png'), url('https://example.com/big.png', 'image.1')],
      'payload_too_large',
      undefined,
    ],
    [
      'is too large beside files',
      [url('https://example.com/big.png'), bytes(Buffer.alloc(9_000_000))],
      'payload_too_large',
      undefined,
    ],
    ['is too large alone', [bytes(Buffer.alloc(20_000_001))], 'payload_too_large', undefined],
  ]
  for (const [name, images, tag, param] of unloadable) {
    it(`holds nothing for an image that ${name}`, async () => {
      const imageProvider = provider([PNG])
      const on = set([imageProvider])
      const outcome = await on.generate({ images })
      expect(isLeft(outcome) && outcome.left.tag).to.equal(tag)
      expect(isLeft(outcome) && 'param' in outcome.left ? outcome.left.param : undefined).to.equal(param)
      expect([on.memory.holds.size, imageProvider.calls.length]).to.deep.equal([0, 0])
    })
  }
})
