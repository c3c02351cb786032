import { expect } from 'chai'
import OpenAI, { APIError, toFile } from 'openai'
import { balanceAtRest, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { openAiSchema } from '../../support/documents/openai-schemas.ts'
import { openWorld, QUICK_GIVE_BACK } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { m4aOfSeconds, mp3OfSeconds, oggOfSeconds, wavOfSeconds } from '../../support/media/recordings.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'

const MODEL = 'sandbox/transcribe'

/** What the sandbox hears in 2.5 seconds. */
const TEXT = 'This recording lasts 2.5 seconds. The sandbox hears no words in it.'

describe('transcriptions through the official SDK', () => {
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

  const file = () => toFile(wavOfSeconds(2.5), 'recording.wav')
  /** Roubles that the calls so far have cost. */
  const spent = async (): Promise<string> => (100 - Number((await balanceAtRest(customer)).balance)).toFixed(2)
  const valid = (schema: string, value: unknown): void => openAiSchema(schema)?.(JSON.parse(JSON.stringify(value)))

  it('answers with the text, its usage and its price, charged for each second that was begun', async () => {
    const call = client.audio.transcriptions.create({ model: MODEL, file: await file() })
    const { data, response } = await call.withResponse()
    valid('CreateTranscriptionResponseJson', data)
    expect(data.text).to.equal(TEXT)
    expect(data.usage).to.deep.equal({ type: 'duration', seconds: 3, cost: 0.03, cost_rub: '0.03' })
    expect(response.headers.get('x-gateway-cost-rub')).to.equal('0.03')
    expect(response.headers.get('x-gateway-operation-id')).to.match(/^[0-9a-f-]{36}$/)
    expect(await spent()).to.equal('0.03')
  })

  it('answers with segments and words', async () => {
    const answer = await client.audio.transcriptions.create({
      model: MODEL,
      file: await file(),
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
      language: 'en',
    })
    valid('CreateTranscriptionResponseVerboseJson', answer)
    expect(answer).to.deep.include({ text: TEXT, language: 'en', duration: 2.5 })
    expect(answer.segments?.map(({ start, end }) => [start, end])).to.deep.equal([
      [0, 1.25],
      [1.25, 2.5],
    ])
    expect(answer.words?.map(({ word }) => word).join(' ')).to.equal(TEXT)
    const unasked = await client.audio.transcriptions.create({
      model: MODEL,
      file: await file(),
      response_format: 'verbose_json',
    })
    expect(unasked).to.include.keys('segments')
    expect(unasked.words).to.equal(undefined)
  })

  it('tells speakers apart, by the names that the caller gives', async () => {
    const answer = (await client.audio.transcriptions.create({
      model: MODEL,
      file: await file(),
      response_format: 'diarized_json',
      chunking_strategy: { type: 'server_vad', silence_duration_ms: 300, threshold: 0.4 },
      known_speaker_names: ['Ann'],
      known_speaker_references: ['data:audio/wav;base64,UklGRg=='],
    })) as OpenAI.Audio.TranscriptionDiarized
    valid('CreateTranscriptionResponseDiarizedJson', answer)
    expect(answer).to.deep.include({ task: 'transcribe', text: TEXT, duration: 2.5 })
    expect(answer.segments.map(({ speaker, start, end }) => [speaker, start, end])).to.deep.equal([
      ['Ann', 0, 1.25],
      ['B', 1.25, 2.5],
    ])
    expect(answer.usage).to.deep.equal({ type: 'duration', seconds: 3, cost: 0.03, cost_rub: '0.03' })
    expect(await spent()).to.equal('0.03')
  })

  it('answers with plain text and with subtitles, each under its media type', async () => {
    const ask = async (format: 'text' | 'srt' | 'vtt') => {
      const call = client.audio.transcriptions.create({ model: MODEL, file: await file(), response_format: format })
      const { data, response } = await call.withResponse()
      return [response.headers.get('content-type'), data]
    }
    expect(await ask('text')).to.deep.equal(['text/plain; charset=utf-8', `${TEXT}\n`])
    expect(await ask('srt')).to.deep.equal([
      'application/x-subrip; charset=utf-8',
      '1\n00:00:00,000 --> 00:00:01,250\nThis recording lasts 2.5 seconds.\n\n' +
        '2\n00:00:01,250 --> 00:00:02,500\nThe sandbox hears no words in it.\n\n',
    ])
    expect(await ask('vtt')).to.deep.equal([
      'text/vtt; charset=utf-8',
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.250\nThis recording lasts 2.5 seconds.\n\n' +
        '00:00:01.250 --> 00:00:02.500\nThe sandbox hears no words in it.\n\n',
    ])
    expect(await spent()).to.equal('0.09')
  })

  it('streams word by word and ends with the whole text', async () => {
    const stream = await client.audio.transcriptions.create({ model: MODEL, file: await file(), stream: true })
    const heard: string[] = []
    let whole = ''
    for await (const event of stream) {
      valid('CreateTranscriptionResponseStreamEvent', event)
      // No speakers were asked for.
      expect(event.type).to.not.equal('transcript.text.segment')
      if (event.type === 'transcript.text.delta') heard.push(event.delta)
      if (event.type !== 'transcript.text.done') continue
      whole = event.text
      // The published event has no usage in seconds.
      expect(event).to.deep.include({ cost: 0.03, cost_rub: '0.03' })
    }
    expect([heard.join(''), whole]).to.deep.equal([TEXT, TEXT])
    expect(heard.map((word) => word.trim())).to.deep.equal(TEXT.split(' '))
    expect(await spent()).to.equal('0.03')
  })

  it('streams what each speaker says, and the whole text at the end', async () => {
    const stream = await client.audio.transcriptions.create({
      model: MODEL,
      file: await file(),
      stream: true,
      response_format: 'diarized_json',
      known_speaker_names: ['Ann'],
      known_speaker_references: ['data:audio/wav;base64,UklGRg=='],
    })
    const parts: unknown[] = []
    let heard = ''
    for await (const event of stream) {
      valid('CreateTranscriptionResponseStreamEvent', event)
      if (event.type === 'transcript.text.delta') heard += event.delta
      if (event.type === 'transcript.text.segment') parts.push([event.speaker, event.start, event.end])
      if (event.type === 'transcript.text.done') expect(event.text).to.equal(TEXT)
    }
    expect(heard).to.equal(TEXT)
    expect(parts).to.deep.equal([
      ['Ann', 0, 1.25],
      ['B', 1.25, 2.5],
    ])
    expect(await spent()).to.equal('0.03')
  })

  it('translates', async () => {
    const answer = await client.audio.translations.create({ model: MODEL, file: await file() })
    expect(answer.text).to.equal(TEXT)
    expect(await spent()).to.equal('0.03')
  })

  it('reads the length of WAV, MP3, Ogg and M4A, whatever the file is called', async () => {
    const files = [wavOfSeconds(2), await mp3OfSeconds(2), oggOfSeconds(2, 10), m4aOfSeconds(2)]
    for (const bytes of files) {
      const { text } = await client.audio.transcriptions.create({
        model: MODEL,
        file: await toFile(bytes, 'voice.bin'),
      })
      expect(Number(/lasts ([\d.]+) seconds/.exec(text)?.[1])).to.be.closeTo(2, 0.2)
    }
  })

  it('hears what was spoken here', async () => {
    const sound = await client.audio.speech.create({ model: 'sandbox/speech', voice: 'alloy', input: 'Good morning' })
    const { text } = await client.audio.transcriptions.create({ model: MODEL, file: sound })
    expect(text).to.match(/^This recording lasts 0\.\d+ seconds\./)
  })

  it('transcribes once for one Idempotency-Key, whole and streamed', async () => {
    for (const stream of [false, true]) {
      const ask = async () => {
        const form = new FormData()
        form.append('model', MODEL)
        form.append('file', new Blob([wavOfSeconds(2.5)]), 'a.wav')
        form.append('stream', String(stream))
        // The boundary is part of the body, and the same request has the same.
        const body = new Uint8Array(await new Response(form).arrayBuffer())
        const boundary = /^--(\S+)/.exec(Buffer.from(body.subarray(0, 200)).toString('latin1'))?.[1] ?? ''
        return { body, type: `multipart/form-data; boundary=${boundary}` }
      }
      const { body, type } = await ask()
      const send = () =>
        fetch(`${gateway.url}/v1/audio/transcriptions`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${customer.apiKey}`,
            'content-type': type,
            'idempotency-key': `one-recording-${stream}`,
          },
          body,
        })
      const first = await (await send()).text()
      expect(first).to.include('2.5 seconds')
      const again = await send()
      expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([200, 'true'])
      expect(await again.text()).to.equal(first)
    }
    expect(await spent()).to.equal('0.06')
  })

  it('names the fields that no provider is sent', async () => {
    const over = { nonsense: 'x' }
    const call = client.audio.transcriptions.create({ model: MODEL, file: await file(), ...over })
    const { response } = await call.withResponse()
    expect(response.headers.get('x-gateway-ignored')).to.equal('nonsense')
  })

  const REFUSED: readonly (readonly [string, object, number, string, string | null])[] = [
    ['a form of answer that is not offered', { response_format: 'xml' }, 422, 'validation_error', 'response_format'],
    ['names of speakers', { known_speaker_names: ['Ann'] }, 400, 'unsupported_parameter', 'known_speaker_names'],
    [
      'a voice at an address',
      { response_format: 'diarized_json', known_speaker_references: ['https://example.com/ann.wav'] },
      400,
      'unsupported_parameter',
      'known_speaker_references.0',
    ],
    ['log probabilities', { include: ['logprobs'] }, 400, 'unsupported_parameter', 'include'],
    ['subtitles in pieces', { response_format: 'srt', stream: true }, 400, 'unsupported_parameter', 'stream'],
    ['times of a text', { timestamp_granularities: ['word'] }, 400, 'unsupported_parameter', 'timestamp_granularities'],
    ['a temperature above 1', { temperature: 1.5 }, 422, 'validation_error', 'temperature'],
    ['a model of another kind', { model: 'sandbox/speech' }, 400, 'unsupported_capability', 'model'],
    ['a model that is not there', { model: 'sandbox/none' }, 404, 'model_not_found', 'model'],
  ]
  for (const [name, over, status, code, param] of REFUSED) {
    it(`refuses ${name} by name and charges nothing`, async () => {
      const asked = { model: MODEL, file: await file(), ...over } as OpenAI.Audio.TranscriptionCreateParams
      const error: unknown = await client.audio.transcriptions.create(asked).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).to.be.instanceOf(APIError)
      expect(error).to.include({ status, code, param })
      expect(await customer.balance()).to.include({ balance: '100.00', held: '0.00' })
    })
  }

  const wav = wavOfSeconds(1)
  const BAD_FILES: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
    ['empty', new Uint8Array(0)],
    ['no recording', Uint8Array.from(Buffer.from('hello, this is a text'))],
    ['only zeros', new Uint8Array(24_000_000)],
    ['only the header of a WAV', wav.slice(0, 20)],
    ['only the mark of an Ogg', Uint8Array.from(Buffer.from('OggS'))],
    ['a WAV without samples', wavOfSeconds(0)],
    ['an Ogg that says it lasts a year', oggOfSeconds(31_000_000)],
  ]
  for (const [name, bytes] of BAD_FILES) {
    it(`refuses a file that is ${name}, by name, and charges nothing`, async () => {
      const error: unknown = await client.audio.transcriptions
        .create({ model: MODEL, file: await toFile(bytes, 'a.wav') })
        .then(
          () => null,
          (thrown: unknown) => thrown,
        )
      expect(error).to.include({ status: 400, code: 'invalid_audio', param: 'file' })
      expect(await customer.balance()).to.include({ balance: '100.00', held: '0.00' })
    })
  }

  it('reads files of up to 25 MB', async () => {
    const seconds = (24_999_900 - 44) / 16_000
    const { text } = await client.audio.transcriptions.create({
      model: MODEL,
      file: await toFile(wavOfSeconds(seconds)),
    })
    expect(text).to.include('1562.')
    const error: unknown = await client.audio.transcriptions
      .create({ model: MODEL, file: await toFile(wavOfSeconds(1563)) })
      .catch((thrown: unknown) => thrown)
    expect(error).to.include({ status: 413 })
  })

  it('takes a form and nothing else', async () => {
    const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL }),
    })
    expect(response.status).to.equal(415)
  })

  it('leaves a clean ledger', async () => {
    expect(await world.audit()).to.include({ exit: 0 })
  })
})
