import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import OpenAI, { APIError } from 'openai'
import { sandboxSpeechSeconds } from '../../../src/adapters/providers/sandbox/media/pcm.ts'
import { fileFormatOf } from '../../../src/domain/media/file-format.ts'
import { pcmSeconds } from '../../support/media/pcm-seconds.ts'
import { pcmOfWav } from '../../../src/domain/media/wav.ts'
import { balanceAtRest, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { describeBytes, HAS_FFPROBE, HAS_FILE, probe } from '../../support/processes/external-tools.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { openWorld, QUICK_GIVE_BACK } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

describe('speech through the official SDK', () => {
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

  const TEXT = 'Ёлка стоит в лесу, and no one hears it.'
  const CHARACTERS = Array.from(TEXT).length

  const say = (over: object = {}): Promise<Response> =>
    client.audio.speech.create({
      model: 'sandbox/speech',
      voice: 'alloy',
      input: TEXT,
      ...over,
    })
  const bytesOf = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer())
  const spent = async (): Promise<string> => {
    const { balance } = await balanceAtRest(customer)
    return (100 - Number(balance)).toFixed(6)
  }

  it('answers with MP3 unless the request names another format', async () => {
    const response = await say()
    expect(response.headers.get('content-type')).to.equal('audio/mpeg')
    const mp3 = await bytesOf(response)
    expect(fileFormatOf(mp3)).to.equal('audio/mpeg')
    if (HAS_FILE) expect(await describeBytes(mp3)).to.match(/MPEG ADTS, layer III/)
    if (HAS_FFPROBE) {
      const { streams, format } = await probe(mp3)
      expect(streams[0]?.codec_name).to.equal('mp3')
      expect(Number(format.duration)).to.be.closeTo(sandboxSpeechSeconds(TEXT), 0.2)
    }
  })

  it('names the fields that no provider was given', async () => {
    const response = await say({ language: 'ru', sample_rate: 8_000, user: null, speed: 2 })
    expect(response.status).to.equal(200)
    expect(response.headers.get('x-gateway-ignored')).to.equal('language, sample_rate')
    expect((await say()).headers.get('x-gateway-ignored')).to.equal(null)
  })

  it('answers with WAV of the length that reading the text takes', async () => {
    const response = await say({ response_format: 'wav' })
    expect(response.headers.get('content-type')).to.equal('audio/wav')
    const wav = await bytesOf(response)
    const pcm = pcmOfWav(wav)
    expect(isRight(pcm) && pcmSeconds(pcm.right)).to.be.closeTo(sandboxSpeechSeconds(TEXT), 0.001)
    if (HAS_FILE) expect(await describeBytes(wav)).to.match(/WAVE audio, .*16 bit, mono 24000 Hz/)
  })

  it('answers with samples without a header', async () => {
    const response = await say({ response_format: 'pcm' })
    expect(response.headers.get('content-type')).to.equal('audio/pcm')
    const seconds = (await bytesOf(response)).length / 2 / 24_000
    expect(seconds).to.be.closeTo(sandboxSpeechSeconds(TEXT), 0.001)
  })

  it('costs 1000 roubles a million characters, where a character is a code point', async () => {
    const response = await say()
    const price = (CHARACTERS / 1000).toFixed(6).replace(/0+$/, '')
    expect(Number(response.headers.get('x-gateway-cost-rub'))).to.equal(Number(price))
    expect(response.headers.get('x-gateway-operation-id')).to.match(/^[0-9a-f-]{36}$/)
    await response.arrayBuffer()
    expect(await spent()).to.equal((CHARACTERS / 1000).toFixed(6))
  })

  it('has the listed voices, native voices, and a default for unknown ones', async () => {
    const samplesOf = async (voice?: string): Promise<string> =>
      Buffer.from(await bytesOf(await say({ input: 'a', response_format: 'pcm', voice }))).toString('base64')
    const pairs = { alloy: 'Puck', coral: 'Kore', echo: 'Charon', nova: 'Aoede', onyx: 'Fenrir', shimmer: 'Leda' }
    const heard = new Set<string>()
    for (const [alias, native] of Object.entries(pairs)) {
      const samples = await samplesOf(alias)
      expect(samples, alias).to.equal(await samplesOf(native))
      heard.add(samples)
    }
    expect(heard.size).to.equal(6)
    const fallback = await samplesOf('Kore')
    for (const unknown of ['Orpheus', '', undefined]) expect(await samplesOf(unknown)).to.equal(fallback)
    const foreign = await say({ input: 'a', voice: 'Orpheus', tempo: 'slow' })
    expect(foreign.headers.get('x-gateway-ignored')).to.equal('tempo, voice')
    expect((await say({ input: 'a', voice: 'Puck' })).headers.get('x-gateway-ignored')).to.equal(null)
  })

  it('accepts instructions and a speed', async () => {
    const bytes = async (speed: number) =>
      (await bytesOf(await say({ response_format: 'pcm', speed, instructions: 'Cheerfully.' }))).length
    expect(await bytes(2)).to.be.below(await bytes(0.5))
  })

  it('accepts 4096 characters and no more', async () => {
    const response = await say({ input: 'ж'.repeat(4096), response_format: 'pcm', speed: 4 })
    expect((await bytesOf(response)).length).to.be.above(0)
    expect(await spent()).to.equal('4.096000')
  })

  const REFUSED: readonly (readonly [string, object, number, string])[] = [
    ['4097 characters', { input: 'ж'.repeat(4097) }, 422, 'validation_error'],
    ['nothing to say', { input: '' }, 422, 'validation_error'],
    ['a speed below 0.25', { speed: 0.2 }, 422, 'validation_error'],
    ['a speed above 4', { speed: 4.1 }, 422, 'validation_error'],
    ['a format that is not offered', { response_format: 'opus' }, 422, 'validation_error'],
    ['a stream of events', { stream_format: 'sse' }, 400, 'unsupported_parameter'],
    ['an image model', { model: 'sandbox/image' }, 400, 'unsupported_capability'],
    ['a model that is not there', { model: 'sandbox/none' }, 404, 'model_not_found'],
  ]
  for (const [name, over, status, code] of REFUSED) {
    it(`refuses ${name} and charges nothing`, async () => {
      const error: unknown = await say(over).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).to.be.instanceOf(APIError)
      expect(error).to.include({ status, code })
      expect(await customer.balance()).to.include({ balance: '100.00', held: '0.00' })
    })
  }

  it('generates speech once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'the-same-words' }
    const ask = () => client.audio.speech.create({ model: 'sandbox/speech', voice: 'alloy', input: TEXT }, { headers })
    const first = await ask()
    const sound = await bytesOf(first)
    const again = await ask()
    expect(again.headers.get('idempotency-replayed')).to.equal('true')
    expect(again.headers.get('content-type')).to.equal('audio/mpeg')
    expect(Buffer.from(await bytesOf(again)).equals(sound)).to.equal(true)
    expect(await spent()).to.equal((CHARACTERS / 1000).toFixed(6))
  })
})
