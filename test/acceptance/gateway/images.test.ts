import { expect } from 'chai'
import OpenAI, { toFile } from 'openai'
import { sandboxPng } from '../../../src/adapters/providers/sandbox/media/png.ts'
import { imageSize } from '../../../src/domain/media/image-size.ts'
import { balanceAtRest, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { apiErrorOf } from '../../support/api-error.ts'
import { describeBytes, HAS_FILE } from '../../support/processes/external-tools.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { openWorld, QUICK_GIVE_BACK } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { openAiSchema } from '../../support/documents/openai-schemas.ts'

const bytesOf = (image: OpenAI.Image | undefined): Uint8Array => Buffer.from(image?.b64_json ?? '', 'base64')

const png = (name: string, width = 96, height = 64) =>
  toFile(sandboxPng(name, width, height), `${name}.png`, { type: 'image/png' })

describe('images through the official SDK', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer
  let client: OpenAI

  before(async () => {
    world = await openWorld()
    gateway = await world.serve(QUICK_GIVE_BACK)
  })
  after(() => world.remove())
  beforeEach(async () => {
    customer = await makeCustomer(gateway.url, '100')
    client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  })

  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
      body: JSON.stringify(body),
    })
  const codeOf = async (response: Response): Promise<unknown> =>
    ((await response.json()) as { error: { code: unknown } }).error.code
  /** Settled behind the answer, so what is held is waited for. */
  const spent = async (): Promise<string> => {
    const { balance } = await balanceAtRest(customer)
    return (100 - Number(balance)).toFixed(6)
  }

  it('generates the requested number of images in the requested size, at the fixed price', async () => {
    const made = await client.images.generate({
      model: 'sandbox/image',
      prompt: 'a red boat',
      n: 3,
      size: '640x360',
    })
    expect(made.data).to.have.length(3)
    const files = made.data?.map(bytesOf) ?? []
    expect(files.map(imageSize)).to.deep.equal(Array(3).fill({ width: 640, height: 360 }))
    expect(new Set(files.map((file) => Buffer.from(file).toString('base64'))).size).to.equal(3)
    expect(made.usage).to.deep.equal({
      input_tokens: 0,
      output_tokens: 0,
      total_tokens: 0,
      input_tokens_details: { text_tokens: 0, image_tokens: 0 },
      output_tokens_details: { text_tokens: 0, image_tokens: 0 },
      cost: 6,
      cost_rub: '6.00',
    })
    expect(await spent()).to.equal('6.000000')
    if (HAS_FILE) expect(await describeBytes(files[0]!)).to.match(/^PNG image data, 640 x 360/)
  })

  it('names the cost and the operation id of a call in headers', async () => {
    const { response } = await client.images.generate({ model: 'sandbox/image', prompt: 'a boat' }).withResponse()
    expect(response.headers.get('x-gateway-cost-rub')).to.equal('2.00')
    expect(response.headers.get('x-gateway-operation-id')).to.match(/^[0-9a-f-]{36}$/)
  })

  const matchesSchema = openAiSchema('ImagesResponse')
  if (matchesSchema !== null) {
    it('answers in the published shape', async () => {
      for (const response_format of ['b64_json', 'url'] as const) {
        matchesSchema(await client.images.generate({ model: 'sandbox/image-tokens', prompt: 'p', response_format }))
      }
    })
  }

  it('charges tokens by the provider’s count of words, input images and generated images', async () => {
    const made = await client.images.edit({
      model: 'sandbox/image-tokens',
      prompt: 'make it two words longer',
      image: [await png('a'), await png('b')],
      n: 2,
    })
    expect(made.usage).to.deep.include({ input_tokens: 505, output_tokens: 2000, total_tokens: 2505 })
    expect(made.usage?.input_tokens_details).to.deep.equal({ text_tokens: 5, image_tokens: 500 })
    expect(made.usage?.output_tokens_details).to.deep.equal({ text_tokens: 0, image_tokens: 2000 })
    // 5 × 500 + 500 × 1000 + 2000 × 4000, a million of each.
    expect(await spent()).to.equal('8.502500')
  })

  it('edits one file, several, with a mask, and by JSON; each costs its price', async () => {
    const edit = { model: 'sandbox/image-edit', prompt: 'blue' }
    const one = await client.images.edit({ ...edit, image: await png('a') })
    expect(imageSize(bytesOf(one.data?.[0]))).to.deep.equal({ width: 96, height: 64 })
    await client.images.edit({ ...edit, image: [await png('a'), await png('b')], mask: await png('m') })
    const data = Buffer.from(sandboxPng('a', 32, 16)).toString('base64')
    const image = [{ type: 'base64', data, mime_type: 'image/png' }]
    for (const path of ['/v1/images/edits', '/v1/images/generations']) {
      const response = await post(path, { ...edit, image, mask: image[0], reference_images: image })
      expect(response.status, path).to.equal(200)
      const made = (await response.json()) as OpenAI.ImagesResponse
      expect(imageSize(bytesOf(made.data?.[0]))).to.deep.equal({ width: 32, height: 16 })
    }
    expect(await spent()).to.equal('12.000000')
  })

  it('stores images and answers with signed addresses when the request asks for addresses', async () => {
    const made = await client.images.generate({
      model: 'sandbox/image',
      prompt: 'a boat',
      n: 2,
      size: '256x256',
      response_format: 'url',
    })
    for (const [index, image] of (made.data ?? []).entries()) {
      expect(image.b64_json).to.equal(undefined)
      expect(image.url).to.match(new RegExp(`^${gateway.url}/v1/media/[0-9a-f-]{36}/${index}\\?exp=`))
      const file = await fetch(image.url ?? '')
      expect(file.status).to.equal(200)
      expect(file.headers.get('content-type')).to.equal('image/png')
      const size = imageSize(new Uint8Array(await file.arrayBuffer()))
      expect(size).to.deep.equal({ width: 256, height: 256 })
      const thumb = await fetch((image.url ?? '').replace('variant=full', 'variant=thumb'))
      expect(thumb.status, 'the signature is of one variant').to.equal(404)
    }
    expect(await spent()).to.equal('4.000000')
  })

  it('writes the requested format', async () => {
    for (const output_format of ['jpeg', 'webp', 'png'] as const) {
      const made = await client.images.generate({ model: 'sandbox/image', prompt: 'a boat', output_format })
      if (HAS_FILE) {
        const description = { jpeg: /^JPEG/, webp: /Web\/P/, png: /^PNG/ }[output_format]
        expect(await describeBytes(bytesOf(made.data?.[0]))).to.match(description)
      }
    }
  })

  const REFUSED: readonly (readonly [string, object, number, string])[] = [
    ['a chat model', { model: 'sandbox/echo' }, 400, 'unsupported_capability'],
    ['a speech model', { model: 'sandbox/speech' }, 400, 'unsupported_capability'],
    [
      'an image for a model without image_input',
      { image: [{ type: 'url', data: 'https://example.com/a.png' }] },
      400,
      'unsupported_capability',
    ],
    ['a model that is not there', { model: 'sandbox/none' }, 404, 'model_not_found'],
    ['too many images', { n: 11 }, 400, 'unsupported_parameter'],
    ['no images', { n: 0 }, 422, 'validation_error'],
    ['a stream', { stream: true }, 400, 'unsupported_parameter'],
    ['a size that is none', { size: 'huge' }, 400, 'unsupported_parameter'],
    ['no prompt', { prompt: '' }, 422, 'validation_error'],
    [
      'a mask without an image',
      { model: 'sandbox/image-edit', mask: { type: 'url', data: 'https://example.com/a.png' } },
      400,
      'unsupported_parameter',
    ],
    ['content that is refused', { model: 'sandbox/image-refuse' }, 502, 'upstream_refused_content'],
  ]
  for (const [name, over, status, code] of REFUSED) {
    it(`refuses ${name} and charges nothing`, async () => {
      const response = await post('/v1/images/generations', { model: 'sandbox/image', prompt: 'p', ...over })
      expect(response.status).to.equal(status)
      expect(await codeOf(response)).to.equal(code)
      expect(await spent()).to.equal('0.000000')
    })
  }

  const BAD_IMAGES: readonly (readonly [string, object, number, string])[] = [
    ['base64 that is no image', { type: 'base64', data: 'aGVsbG8=', mime_type: 'image/png' }, 400, 'invalid_image'],
    ['base64 without its type', { type: 'base64', data: 'aGVsbG8=' }, 422, 'validation_error'],
    ['an address inside', { type: 'url', data: 'http://127.0.0.1/a.png' }, 400, 'unsafe_url'],
    ['a file', { type: 'url', data: 'file:///etc/passwd' }, 400, 'unsafe_url'],
    [
      'an address without a server',
      { type: 'url', data: 'https://no-such-host.invalid/a.png' },
      400,
      'unsafe_url|url_not_fetchable',
    ],
  ]
  for (const [name, image, status, code] of BAD_IMAGES) {
    it(`refuses to edit ${name}, before money is held`, async () => {
      const response = await post('/v1/images/edits', { model: 'sandbox/image-edit', prompt: 'p', image: [image] })
      expect(response.status).to.equal(status)
      expect(await codeOf(response)).to.match(new RegExp(`^(${code})$`))
      expect(await customer.balance()).to.include({ balance: '100.00', held: '0.00' })
    })
  }

  it('judges files by their bytes, and needs one to edit', async () => {
    const edit = { model: 'sandbox/image-edit', prompt: 'p' }
    const text = await toFile(Buffer.from('not an image'), 'a.png', { type: 'image/png' })
    expect(await apiErrorOf(() => client.images.edit({ ...edit, image: text }))).to.include({
      status: 400,
      code: 'invalid_image',
    })
    const nothing = await toFile(Buffer.alloc(0), 'm.png', { type: 'image/png' })
    expect(
      await apiErrorOf(async () => client.images.edit({ ...edit, image: await png('a'), mask: nothing })),
    ).to.include({
      status: 400,
      code: 'invalid_image',
      param: 'mask',
    })
    const disguised = await toFile(sandboxPng('a', 8, 8), 'a.txt', { type: 'text/plain' })
    expect((await client.images.edit({ ...edit, image: disguised })).data).to.have.length(1)
    const none = await post('/v1/images/edits', edit)
    expect(none.status).to.equal(422)
    expect(await none.json()).to.have.nested.property('error.param', 'image')
    const empty = await post('/v1/images/edits', { ...edit, image: [] })
    expect(empty.status).to.equal(422)
  })

  it('accepts 20 MB of files together and not a byte more', async () => {
    const padded = (size: number) => {
      const file = Buffer.alloc(size)
      file.set(sandboxPng('a', 8, 8))
      return toFile(file, 'a.png', { type: 'image/png' })
    }
    const edit = { model: 'sandbox/image-edit', prompt: 'p' }
    await client.images.edit({ ...edit, image: [await padded(10_000_000), await padded(10_000_000)] })
    const error = await apiErrorOf(async () => client.images.edit({ ...edit, image: await padded(20_000_001) }))
    expect(error).to.include({ status: 413, code: 'payload_too_large' })
    const data = Buffer.alloc(20_000_001)
      .fill(sandboxPng('a', 8, 8))
      .toString('base64')
    const image = [{ type: 'base64', data, mime_type: 'image/png' }]
    expect((await post('/v1/images/edits', { ...edit, image })).status).to.equal(413)
    expect(await spent()).to.equal('3.000000')
  })

  it('generates nothing on an empty wallet', async () => {
    const poor = await makeCustomer(gateway.url, '5')
    const cheap = new OpenAI({ apiKey: poor.apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
    const error = await apiErrorOf(() => cheap.images.generate({ model: 'sandbox/image', prompt: 'p', n: 3 }))
    expect(error).to.include({ status: 402, code: 'insufficient_balance' })
    expect((await cheap.images.generate({ model: 'sandbox/image', prompt: 'p', n: 2 })).data).to.have.length(2)
  })

  it('generates once for one Idempotency-Key, and edits once for equal files', async () => {
    const body = { model: 'sandbox/image-edit', prompt: 'p' }
    const options = { headers: { 'idempotency-key': 'the-same-edit' } }
    const first = await client.images.edit({ ...body, image: await png('a') }, options)
    const again = await client.images.edit({ ...body, image: await png('a') }, options).withResponse()
    expect(again.data).to.deep.equal(first)
    expect(again.response.headers.get('idempotency-replayed')).to.equal('true')
    const other = await apiErrorOf(async () => client.images.edit({ ...body, image: await png('b') }, options))
    expect(other).to.include({ status: 422, code: 'idempotency_mismatch' })
    expect(await spent()).to.equal('3.000000')
  })
})
