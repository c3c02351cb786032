import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { createSpeech } from '../../../../src/application/gateway/speech/create-speech.ts'
import type { CreateSpeechDeps } from '../../../../src/application/gateway/speech/create-speech.ts'
import type { SpeechProvider } from '../../../../src/application/ports/providers/speech-provider.ts'
import type { SpeechModel } from '../../../../src/domain/catalog/model.ts'
import { fileFormatOf } from '../../../../src/domain/media/file-format.ts'
import { wavOf } from '../../../../src/domain/media/wav.ts'
import type { TokenUsage } from '../../../../src/domain/pricing/token-price.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import type { SpeechFormat } from '../../../../src/domain/speech/request.ts'
import { usageOf } from '../../../support/chat/chat-models.ts'
import { countedSpeechModel, speechModel, speechRequest } from '../../../support/media/media-models.ts'
import { inlineAudioEncoder } from '../../../twins/media/inline-audio-encoder.ts'
import { failure, KEY, stage, unwrap, WALLET } from '../gateway-stage.ts'

const FULL = 100_000_000n
const SAMPLES = new Uint8Array(4_800)
const WAV = wavOf({ samples: SAMPLES, sampleRateHz: 24_000, channels: 1 })
const MP3 = new Uint8Array([0xff, 0xfb, 0x90, 0x00, 0, 0])

type SpeechAnswer = readonly [audio: Uint8Array, mimeType: string]

const provider = (answer: UpstreamFailure | SpeechAnswer, usage: TokenUsage | null = null): SpeechProvider => ({
  synthesize: async () => {
    if ('tag' in answer) return left(answer)
    const [audio, mimeType] = answer
    return right({ audio, mimeType, usage, ignored: ['voice'], upstreamRequestId: 'up-1' })
  },
})

const set = (
  providers: readonly SpeechProvider[],
  model: SpeechModel = speechModel(),
  over: Partial<CreateSpeechDeps> = {},
) => {
  const on = stage([], { models: [model] })
  const names = ['first', 'second']
  const deps: CreateSpeechDeps = {
    ...on.deps,
    providers: new Map(providers.map((each, index) => [names[index] ?? '', each])),
    encoder: inlineAudioEncoder(),
    ...over,
  }
  const principal = { walletId: WALLET, keyId: KEY, allowedModels: null }
  const say = (format: SpeechFormat = 'wav') => createSpeech(deps)({ principal, request: speechRequest({ format }) })
  return { ...on, say }
}

describe('a call for speech', () => {
  it('is held before the provider is asked and charged after the answer was delivered', async () => {
    const on = set([provider([SAMPLES, 'audio/L16;rate=24000'])])
    const metered = unwrap(await on.say())
    expect(metered.answer).to.deep.equal({ bytes: WAV, mimeType: 'audio/wav', priceMicro: 12_000n, ignored: ['voice'] })
    expect([on.balance(), on.hold().state]).to.deep.equal([FULL, 'held'])
    metered.delivered()
    await on.settlements.drain()
    expect(on.balance()).to.equal(FULL - 12_000n)
    expect(on.hold().receipt).to.deep.include({
      kind: 'speech',
      outcome: 'succeeded',
      usage: { characters: 12 },
      estimated: false,
    })
  })

  it('charges tokens as the provider counts them, else by the length of the text', async () => {
    for (const [usage, price] of [
      [usageOf(5, 100), 2005n],
      [null, 724n],
    ] as const) {
      const on = set([provider([WAV, 'audio/wav'], usage)], countedSpeechModel())
      unwrap(await on.say()).delivered()
      await on.settlements.drain()
      expect(FULL - on.balance()).to.equal(price)
      expect(on.hold().receipt).to.have.property('estimated', usage === null)
    }
  })

  const formats: readonly (readonly [string, SpeechAnswer, SpeechFormat, string])[] = [
    ['samples', [SAMPLES, 'audio/pcm'], 'mp3', 'audio/mpeg'],
    ['samples', [SAMPLES, 'audio/pcm'], 'wav', 'audio/wav'],
    ['samples', [SAMPLES, 'audio/pcm'], 'pcm', 'audio/pcm'],
    ['a WAV', [WAV, 'audio/wav'], 'mp3', 'audio/mpeg'],
    ['a WAV', [WAV, 'audio/wav'], 'pcm', 'audio/pcm'],
    ['an MP3', [MP3, 'audio/mpeg'], 'mp3', 'audio/mpeg'],
  ]
  for (const [name, speech, format, mimeType] of formats) {
    it(`makes ${format} of ${name}`, async () => {
      const { answer } = unwrap(await set([provider(speech)]).say(format))
      expect(answer.mimeType).to.equal(mimeType)
      if (format === 'pcm') expect(Buffer.from(answer.bytes).equals(SAMPLES)).to.equal(true)
      else expect(fileFormatOf(answer.bytes)).to.equal(mimeType)
    })
  }

  const free: readonly (readonly [string, UpstreamFailure | SpeechAnswer, string])[] = [
    ['refuses', failure.refusedContent, 'upstream_refused_content'],
    ['fails', failure.serverError, 'upstream_error'],
    ['is cut', failure.cut, 'upstream_error'],
    ['is silent', failure.timedOut, 'upstream_timeout'],
    ['says nothing', [new Uint8Array(), 'audio/pcm'], 'upstream_error'],
    ['stops in the middle of a sample', [SAMPLES.subarray(1), 'audio/pcm'], 'upstream_error'],
    ['stops in the middle of its WAV', [WAV.subarray(0, 400), 'audio/wav'], 'upstream_error'],
    ['sends text', [new TextEncoder().encode('sorry'), 'text/plain'], 'upstream_error'],
    ['sends an MP3 that cannot be taken apart', [MP3, 'audio/mpeg'], 'upstream_error'],
    ['speaks at a rate that is no sound’s', [SAMPLES, 'audio/L16;rate=1'], 'upstream_error'],
  ]
  for (const [name, answer, tag] of free) {
    it(`costs nothing when the provider ${name}`, async () => {
      const on = set([provider(answer), provider([WAV, 'audio/wav'])])
      const outcome = await on.say()
      expect(isLeft(outcome) && outcome.left.tag).to.equal(tag)
      await on.settlements.drain()
      expect([on.balance(), on.hold().state]).to.deep.equal([FULL, 'released'])
      const reason = tag === 'upstream_refused_content' ? 'refused' : 'upstream_failed'
      expect([on.hold().releaseReason, on.hold().receipt?.outcome]).to.deep.equal([reason, reason])
    })
  }

  it('goes on to the next provider when the first turns it away', async () => {
    const on = set([provider(failure.rateLimited), provider([WAV, 'audio/wav'])])
    unwrap(await on.say()).delivered()
    await on.settlements.drain()
    expect(on.balance()).to.equal(FULL - 12_000n)
  })

  it('costs nothing when there is no room to encode', async () => {
    const encoder = { encode: async () => left({ tag: 'overloaded', message: 'full' } as const) }
    const on = set([provider([SAMPLES, 'audio/pcm'])], speechModel(), { encoder })
    const outcome = await on.say('mp3')
    expect(isLeft(outcome) && outcome.left.tag).to.equal('overloaded')
    await on.settlements.drain()
    expect(on.balance()).to.equal(FULL)
    expect([on.hold().releaseReason, on.hold().receipt?.outcome]).to.deep.equal(['upstream_failed', 'upstream_failed'])
  })
})
