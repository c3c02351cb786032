import { expect } from 'chai'
import fc from 'fast-check'
import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import type { Admission } from '../../../../src/application/admission/admission.ts'
import { openAiSurface } from '../../../../src/adapters/http/openai/surface.ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { GOOD_KEY, openAdmission, serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

const shown = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return `${value.length} bytes`
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shown(field)]))
}

/** Says what it was given, files by their length. */
const show = endpoint({
  id: 'show',
  method: 'POST',
  path: '/v1/show',
  surface: openAiSurface,
  auth: 'api_key',
  group: 'Gateway',
  summary: 'Show',
  body: t.UnknownRecord,
  multipart: { files: ['image', 'mask'], numbers: ['n'], booleans: ['flag'] },
  success: { status: 200, description: 'The body.' },
  failures: [],
  handle: async ({ body, requestHashes }) =>
    right(json(200, { body: shown(body), hash: Buffer.from(requestHashes().requestHash).toString('hex') })),
})

interface Shown {
  readonly body: Readonly<Record<string, unknown>>
  readonly hash: string
  readonly error: Readonly<Record<string, unknown>>
}

describe('a multipart form', () => {
  let app: RunningApp

  before(async () => {
    app = await serveForTest([show])
  })
  after(() => app.close())

  const post = async (
    body: FormData | string | Buffer<ArrayBuffer>,
    type?: string,
  ): Promise<{ status: number; body: Shown }> => {
    const headers = { authorization: `Bearer ${GOOD_KEY}`, ...(type === undefined ? {} : { 'content-type': type }) }
    const response = await fetch(`${app.url}/v1/show`, { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as Shown }
  }

  const form = (parts: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[]): FormData => {
    const data = new FormData()
    for (const [name, value] of parts) {
      if (typeof value === 'string') data.append(name, value)
      else data.append(name, new Blob([value], { type: 'image/png' }), 'a.png')
    }
    return data
  }

  /** A form written by hand, for what no library would write. */
  const raw = (...parts: readonly string[]) =>
    post(`${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`, 'multipart/form-data; boundary=B')

  it('gives the same object as JSON', async () => {
    const file = new Uint8Array(70_000).fill(0x80)
    const { status, body } = await post(
      form([
        ['prompt', 'ein Bär 🐻'],
        ['n', '2'],
        ['flag', 'true'],
        ['image', file],
        ['mask', new Uint8Array(3)],
        ['input_reference[image_url]', 'https://example.com/a.png'],
      ]),
    )
    expect(status).to.equal(200)
    expect(body.body).to.deep.equal({
      prompt: 'ein Bär 🐻',
      n: 2,
      flag: true,
      image: { bytes: '70000 bytes' },
      mask: { bytes: '3 bytes' },
      input_reference: { image_url: 'https://example.com/a.png' },
    })
  })

  it('is read whole where all of it has come before the caller is authenticated', async () => {
    const authenticateKey: Admission['authenticateKey'] = async (...presented) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return openAdmission.authenticateKey(...presented)
    }
    const slow = await serveForTest([show], { admission: { ...openAdmission, authenticateKey } })
    try {
      const headers = { authorization: `Bearer ${GOOD_KEY}` }
      const parts = Array.from({ length: 20 }, (_, index) => [`f${index}`, 'x'] as const)
      const response = await fetch(`${slow.url}/v1/show`, { method: 'POST', headers, body: form(parts) })
      expect(response.status).to.equal(200)
      expect(Object.keys(((await response.json()) as Shown).body)).to.have.length(20)
    } finally {
      await slow.close()
    }
  })

  it('reads image[], and a repeated image field, as a list', async () => {
    const one = new Uint8Array(1)
    const files = { image: [{ bytes: '1 bytes' }, { bytes: '2 bytes' }] }
    for (const name of ['image', 'image[]']) {
      const sent = await post(
        form([
          [name, one],
          [name, new Uint8Array(2)],
        ]),
      )
      expect(sent.body.body, name).to.deep.equal(files)
    }
    expect((await post(form([['image[]', one]]))).body.body).to.deep.equal({ image: [{ bytes: '1 bytes' }] })
  })

  it('leaves text that is no number to the codec', async () => {
    expect((await post(form([['n', 'many']]))).body.body).to.deep.equal({ n: 'many' })
  })

  it('drops what a browser sends where no file was chosen, and keeps an empty file that has a name', async () => {
    const data = form([['image', new Uint8Array(0)]])
    data.append('mask', new Blob([], { type: 'application/octet-stream' }), '')
    expect((await post(data)).body.body).to.deep.equal({ image: { bytes: '0 bytes' } })
  })

  it('distinguishes files from text by the file name, and by the field where only a type is given', async () => {
    const named = await raw('Content-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nxyz')
    expect(named.body.body).to.deep.equal({ image: { bytes: '3 bytes' } })
    const typed = await raw(
      'Content-Disposition: form-data; name="image"\r\nContent-Type: image/png\r\n\r\nxyz',
      'Content-Disposition: form-data; name="prompt"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nhello',
    )
    expect(typed.body.body).to.deep.equal({ image: { bytes: '3 bytes' }, prompt: 'hello' })
  })

  it('reads names of built-in object properties as plain fields', async () => {
    const { status, body } = await raw(
      'Content-Disposition: form-data; name="__proto__"\r\n\r\nx',
      'Content-Disposition: form-data; name="constructor"\r\n\r\ny',
    )
    expect(status).to.equal(200)
    expect(Object.keys(body.body)).to.deep.equal(['__proto__', 'constructor'])
  })

  it('counts files by their content in what "the same request" means', async () => {
    const hashOf = async (fill: number) =>
      (
        await post(
          form([
            ['prompt', 'p'],
            ['image', new Uint8Array(10).fill(fill)],
          ]),
        )
      ).body.hash
    expect(await hashOf(1)).to.equal(await hashOf(1))
    expect(await hashOf(1)).not.to.equal(await hashOf(2))
  })

  it('refuses more than 20 MB of files, in one or together, and reads exactly 20 MB', async () => {
    const half = new Uint8Array(10_000_000)
    const fits = await post(
      form([
        ['image[]', half],
        ['image[]', half],
      ]),
    )
    expect(fits.status).to.equal(200)
    for (const sizes of [[20_000_001], [10_000_000, 10_000_001], [30_000_000]]) {
      const sent = await post(form(sizes.map((size) => ['image[]', new Uint8Array(size)] as const)))
      expect(sent.status, String(sizes)).to.equal(413)
      expect(sent.body.error['code']).to.equal('payload_too_large')
    }
  })

  it('bounds text and the number of parts', async () => {
    expect((await post(form([['prompt', 'x'.repeat(1_000_001)]]))).status).to.equal(413)
    expect((await post(form(Array.from({ length: 101 }, (_, i) => [`f${i}`, 'x'] as const)))).status).to.equal(413)
  })

  const disposition = 'Content-Disposition: form-data; name='

  it('bounds the names, the file names and the headers of parts', async () => {
    const refused = [
      `${disposition}"${'n'.repeat(257)}"\r\n\r\nx`,
      `${disposition}"image"; filename="${'f'.repeat(1_025)}"\r\n\r\nx`,
      `${disposition}"image"; filename="${'f'.repeat(20_000)}"\r\n\r\nx`,
      `${disposition}"model"; ${'filename="a" '.repeat(20_000)}\r\n\r\nx`,
    ]
    for (const part of refused) expect((await raw(part)).status, part.slice(0, 80)).to.equal(422)
    const fits = `${disposition}"${'n'.repeat(256)}"\r\n\r\nx`
    expect((await raw(fits)).status).to.equal(200)
  })

  it('ignores the part of a header beyond its limit', async () => {
    const late = `X-Long: ${'x'.repeat(8_200)}\r\n${disposition}"late"\r\n\r\nx`
    const sent = await raw(`${disposition}"a"\r\n\r\nx`, late)
    expect([sent.status, sent.body.body]).to.deep.equal([200, { a: 'x' }])
  })

  it('reads nested brackets as part of a plain name', async () => {
    const names = ['a[b][c]', 'a[[]]', 'a]', '[a]', `${'['.repeat(100)}`]
    const sent = await raw(...names.map((name) => `${disposition}"${name}"\r\n\r\nx`))
    expect(sent.status).to.equal(200)
    expect(Object.keys(sent.body.body)).to.have.members(names)
  })

  it('may be followed by any bytes', async () => {
    const body = `--B\r\n${disposition}"a"\r\n\r\nx\r\n--B--\r\n${'epilogue '.repeat(50_000)}`
    const sent = await post(body, 'multipart/form-data; boundary=B')
    expect([sent.status, sent.body.body]).to.deep.equal([200, { a: 'x' }])
  })

  it('is read or refused, whatever is wrong with it', async () => {
    const whole = Buffer.from(
      `--B\r\n${disposition}"a"\r\n\r\nx\r\n--B\r\n${disposition}"image"; filename*=utf-8''%e2%82%ac\r\n` +
        'Content-Type: image/png; charset="x"\r\n\r\n\0é\r\n--B--\r\n',
    )
    const piece = fc.oneof(
      fc.constantFrom('--B', '\r\n', '\r\n\r\n', '--', '"', '\\', ';', '=', '*=', "'", ':', '\0', '%', '\n', ' '),
      fc.string({ maxLength: 5 }),
    )
    const change = fc.tuple(fc.nat(whole.length), fc.nat(12), piece)
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        let spoilt = whole
        for (const [at, length, inserted] of changes) {
          spoilt = Buffer.concat([spoilt.subarray(0, at), Buffer.from(inserted), spoilt.subarray(at + length)])
        }
        const { status } = await post(Buffer.from(spoilt), 'multipart/form-data; boundary=B')
        expect(status).to.be.oneOf([200, 422])
        expect(app.errors).to.deep.equal([])
      }),
      { numRuns: 500 },
    )
  })

  const BROKEN: Readonly<Record<string, () => ReturnType<typeof post>>> = {
    'cut in the middle': () =>
      post('--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nhal', 'multipart/form-data; boundary=B'),
    'without a boundary': () => post('--B--\r\n', 'multipart/form-data'),
    'of noise': () => post('noise', 'multipart/form-data; boundary=B'),
    'with a part without a name': () => raw('Content-Disposition: form-data\r\n\r\nx'),
    'with a file where text belongs': () =>
      raw('Content-Disposition: form-data; name="prompt"; filename="a.txt"\r\n\r\nx'),
    'with text that is not UTF-8': () =>
      post(
        Buffer.from('--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--B--\r\n', 'latin1'),
        'multipart/form-data; boundary=B',
      ),
    'with a NUL': () => raw('Content-Disposition: form-data; name="a"\r\n\r\nx\0y'),
  }
  for (const [name, send] of Object.entries(BROKEN)) {
    it(`is a validation error when it is one ${name}`, async () => {
      const { status, body } = await send()
      expect(status).to.equal(422)
      expect(body.error['code']).to.equal('validation_error')
      expect(app.errors).to.deep.equal([])
    })
  }

  it('is named beside JSON to a client that sends neither', async () => {
    const { status, body } = await post('a=b', 'application/x-www-form-urlencoded')
    expect(status).to.equal(415)
    expect(body.error['message']).to.equal('Send the body as application/json or as a form: multipart/form-data.')
  })
})
