import { expect } from 'chai'
import { balanceAtRest } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { oggOfSeconds, wavOfSeconds } from '../../support/media/recordings.ts'
import type { Script } from '../../support/upstreams/scripted-upstream.ts'
import { EXACT_HOLDS } from '../../support/gateway-worlds.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import {
  answersJson,
  DONE,
  frame,
  gated,
  hangs,
  resets,
  streams,
  streamsThenBreaks,
  streamsThenHangs,
} from '../../support/upstreams/upstream-scripts.ts'

const answers = (seconds: number): Script => answersJson({ text: 'Hello.', usage: { type: 'duration', seconds } })

const delta = (text: string): string => frame({ type: 'transcript.text.delta', delta: text })
/** Seconds have no place in the published event, so its end has the price alone. */
const end = frame({ type: 'transcript.text.done', text: 'Hello.', cost: 2, cost_rub: '2.00' })

/** A second of these models costs a rouble. */
const MICRO_A_SECOND = 1_000_000

/** What the first provider of each model does; the second answers with two seconds. */
const FIRST: Readonly<Record<string, Script>> = {
  answers: answers(2),
  lies: answers(40_000),
  nonsense: answersJson({ nonsense: true }),
  resets: resets(),
  hangs: hangs(),
  'bad-key': answersJson({ error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }, 401),
  full: answersJson({ error: { message: 'Slow down', code: 'rate_limit_exceeded' } }, 429),
  rejects: answersJson({ error: { message: 'Audio file is too short' } }, 400),
  streams: streams([delta('Hel'), delta('lo.'), end, DONE]),
  breaks: streamsThenBreaks([delta('Hel')]),
  stops: streamsThenHangs([delta('Hel')]),
}

describe('when an upstream of transcriptions fails', () => {
  let scripted: ScriptedWorld
  let customer: Customer
  let microAtStart: number

  before(async () => {
    const fields = Object.fromEntries(
      Object.keys(FIRST).map((model) => [
        model,
        {
          kind: 'transcription',
          limits: {},
          deployments: [
            { provider: 'scripted', model },
            { provider: 'second', model: 'second' },
          ],
          tariff: { unit: 'audio_second', price: '1' },
          streams: true,
        },
      ]),
    )
    scripted = await startScriptedWorld(Object.keys(FIRST), fields, { UPSTREAM_TIMEOUT_MS: '3000', ...EXACT_HOLDS })
    for (const [model, script] of Object.entries(FIRST)) scripted.upstream.onModel(model, script)
    scripted.upstream.onModel('second', answers(2))
    customer = await scripted.world.customer(scripted.gateway.url, '500')
  })
  after(() => scripted.remove())
  beforeEach(async () => {
    microAtStart = await microAtRest()
  })

  interface Over {
    readonly bytes?: Uint8Array<ArrayBuffer>
    readonly stream?: boolean
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
  }

  const ask = (model: string, { bytes = wavOfSeconds(2), stream = false, headers, signal }: Over = {}) => {
    const form = [
      `--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nscripted/${model}\r\n`,
      `--b\r\ncontent-disposition: form-data; name="stream"\r\n\r\n${stream}\r\n`,
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n',
    ].join('')
    return fetch(`${scripted.gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        authorization: `Bearer ${customer.apiKey}`,
        ...headers,
      },
      body: Buffer.concat([Buffer.from(form), bytes, Buffer.from('\r\n--b--\r\n')]),
      ...(signal === undefined ? {} : { signal }),
    })
  }
  const microAtRest = async (): Promise<number> =>
    Math.round(Number((await balanceAtRest(customer)).balance) * 1_000_000)
  const charged = async (): Promise<number> => microAtStart - (await microAtRest())
  const codeOf = async (response: Response): Promise<string> =>
    ((await response.json()) as { readonly error: { readonly code: string } }).error.code
  const callsOf = (model: string): number =>
    scripted.upstream.requests.filter(({ body }) => body['model'] === model).length

  it('charges an answer by the seconds of the provider', async () => {
    expect(((await (await ask('answers')).json()) as { readonly text: string }).text).to.equal('Hello.')
    expect(await charged()).to.equal(2 * MICRO_A_SECOND)
  })

  const failing: readonly (readonly [string, boolean, number, string])[] = [
    ['nonsense', false, 502, 'upstream_error'],
    ['resets', false, 502, 'upstream_error'],
    ['resets', true, 502, 'upstream_error'],
    ['hangs', false, 502, 'upstream_timeout'],
    ['rejects', false, 400, 'rejected_by_upstream'],
    ['rejects', true, 400, 'rejected_by_upstream'],
  ]
  for (const [model, stream, status, code] of failing) {
    it(`answers ${code} and charges nothing where the upstream ${model}${stream ? ' a stream' : ''}`, async () => {
      const second = callsOf('second')
      const response = await ask(model, { stream })
      expect([response.status, await codeOf(response)]).to.deep.equal([status, code])
      expect(await charged()).to.equal(0)
      expect(callsOf('second')).to.equal(second)
    })
  }

  for (const model of ['bad-key', 'full']) {
    it(`asks the next provider after ${model}, and charges once`, async () => {
      expect((await ask(model)).status).to.equal(200)
      expect(await charged()).to.equal(2 * MICRO_A_SECOND)
    })
  }

  it('charges no more than was held where the provider counts more than the file can hold', async () => {
    expect((await ask('lies')).status).to.equal(200)
    expect(await charged()).to.equal(2 * MICRO_A_SECOND)
    // The file says that it is a tenth of a second, and has 150 packets of a fiftieth.
    const bytes = oggOfSeconds(0.1, 150)
    expect((await ask('lies', { bytes })).status).to.equal(200)
    expect(await charged()).to.equal((2 + 3) * MICRO_A_SECOND)
  })

  it('hands each word over when the provider says it, to a whole end', async () => {
    // The provider says the second word when the client has read the first.
    const rest = gated((response) => response.end(`${delta('lo.')}${end}${DONE}`))
    scripted.upstream.next(async (response, request) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(delta('Hel'))
      await rest.script(response, request)
    })
    let text = ''
    for await (const read of (await ask('streams', { stream: true })).body?.pipeThrough(new TextDecoderStream()) ??
      []) {
      if (text === '') rest.open()
      text += read
    }
    expect(text).to.equal(`${delta('Hel')}${delta('lo.')}${end}${DONE}`)
    expect(await charged()).to.equal(2 * MICRO_A_SECOND)
  })

  it('gives an answer in one piece as one delta and the end', async () => {
    const text = await (await ask('answers', { stream: true })).text()
    expect(text).to.equal(`${delta('Hello.')}${end}${DONE}`)
    expect(await charged()).to.equal(2 * MICRO_A_SECOND)
  })

  for (const model of ['breaks', 'stops']) {
    it(`ends a stream that ${model} in an error, never as a whole one, and charges nothing`, async () => {
      const text = await (await ask(model, { stream: true })).text()
      expect(text).to.include(delta('Hel')).and.include('data: {"error":')
      expect(text).not.to.include('[DONE]').and.not.to.include('transcript.text.done')
      expect(await charged()).to.equal(0)
    })
  }

  for (const stream of [false, true]) {
    const form = stream ? 'a streamed' : 'a plain'
    it(`ends and charges ${form} call of a client that left, and never makes it again for its key`, async () => {
      const gate = gated(stream ? (FIRST['streams'] as Script) : answers(2))
      scripted.upstream.next(gate.script)
      const before = callsOf('answers')
      const headers = { 'idempotency-key': `a-client-that-leaves-${stream}` }
      const leaving = new AbortController()
      const left = ask('answers', { headers, stream, signal: leaving.signal }).then(
        () => 'answered',
        () => 'left',
      )
      await eventually(() => callsOf('answers') === before + 1)
      leaving.abort()
      expect(await left).to.equal('left')
      gate.open()
      await eventually(async () => (await charged()) === 2 * MICRO_A_SECOND)
      const again = await ask('answers', { headers, stream })
      expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([200, 'true'])
      expect(await charged()).to.equal(2 * MICRO_A_SECOND)
      expect(callsOf('answers')).to.equal(before + 1)
    })
  }

  it('leaves a clean ledger', async () => {
    expect(await scripted.world.audit()).to.include({ exit: 0 })
  })
})
