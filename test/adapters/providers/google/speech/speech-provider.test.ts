import { expect } from 'chai'
import { googleSpeech } from '../../../../../src/adapters/providers/google/speech/speech-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { SpeechCall, SpeechProvider } from '../../../../../src/application/ports/providers/speech-provider.ts'
import { wavOf } from '../../../../../src/domain/media/wav.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { BAD_KEY, blockedPrompt, content, RATE_LIMITED } from '../../../../support/upstreams/google-answers.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { answersJson, hangs, streamsThenBreaks } from '../../../../support/upstreams/upstream-scripts.ts'

const SAMPLES = new Uint8Array([1, 0, 2, 0, 3, 0])
const WAV = wavOf({ samples: SAMPLES, sampleRateHz: 24_000, channels: 1 })
const PCM_TYPE = 'audio/L16;codec=pcm;rate=24000'

const spoken = (...pieces: readonly (readonly [Uint8Array, string])[]): Script =>
  answersJson(
    content(
      pieces.map(([bytes, mimeType]) => ({ inlineData: { mimeType, data: Buffer.from(bytes).toString('base64') } })),
      'STOP',
      { usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 50, totalTokenCount: 59 } },
    ),
  )

describe('googleSpeech', () => {
  let upstream: ScriptedUpstream
  let provider: SpeechProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof googleSpeech>[0]['timeouts'] = {}): SpeechProvider =>
    googleSpeech({
      baseUrl: upstream.baseUrl,
      apiKey: 'g-key',
      http,
      timeouts,
    })

  before(async () => {
    upstream = await startScriptedUpstream()
    provider = open()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const synthesize = (
    script: Script,
    request: Partial<SpeechCall['request']> = {},
    parameters: SpeechCall['deployment']['parameters'] = {},
    speaker = provider,
  ) => {
    upstream.next(script)
    return speaker.synthesize({
      operationId: OPERATION_ID,
      deployment: { provider: 'google', upstreamModel: 'tts', parameters },
      request: {
        model: 'google/tts',
        input: 'Hello there',
        voice: '',
        instructions: null,
        format: 'mp3',
        speed: 1,
        ...request,
      },
    })
  }

  it('asks for the words in the voice', async () => {
    await synthesize(spoken([SAMPLES, PCM_TYPE]), { voice: 'alloy' })
    expect(upstream.requests.at(-1)).to.deep.include({
      path: '/v1/models/tts:generateContent',
      body: {
        contents: [{ role: 'user', parts: [{ text: 'Hello there' }] }],
        generationConfig: {
          responseModalities: ['AUDIO'],
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } },
        },
      },
    })
  })

  it('names a voice that it does not have', async () => {
    for (const [voice, ignored] of [
      ['ash', ['voice']],
      ['nova', []],
      ['Zephyr', []],
      ['', []],
    ] as const) {
      const answer = await synthesize(spoken([SAMPLES, PCM_TYPE]), { voice })
      expect(answer).to.have.deep.nested.property('right.ignored', ignored)
    }
  })

  const styles: readonly [Partial<SpeechCall['request']>, string][] = [
    [{ instructions: 'Sadly' }, 'Sadly'],
    [{ speed: 1.5 }, 'Speak at 1.5 times your normal pace'],
    [{ instructions: 'Be sad.', speed: 0.5 }, 'Be sad. Speak at 0.5 times your normal pace'],
    [{ instructions: 'Be sad', speed: 0.5 }, 'Be sad. Speak at 0.5 times your normal pace'],
  ]
  for (const [request, style] of styles) {
    it(`says how: ${JSON.stringify(request)}`, async () => {
      await synthesize(spoken([WAV, 'audio/wav']), request)
      expect(upstream.requests.at(-1)?.body).to.have.deep.nested.property('contents[0].parts', [
        { text: `${style}: Hello there` },
      ])
      await synthesize(spoken([WAV, 'audio/wav']), request, { style: 'speech_metadata' })
      expect(upstream.requests.at(-1)?.body).to.have.deep.nested.property('contents[0].parts', [
        { text: 'Hello there', speechMetadata: { style } },
      ])
    })
  }

  const sounds: readonly [string, Script, Uint8Array, string][] = [
    ['samples as samples', spoken([SAMPLES, PCM_TYPE]), SAMPLES, PCM_TYPE],
    ['samples in pieces', spoken([SAMPLES.slice(0, 3), PCM_TYPE], [SAMPLES.slice(3), PCM_TYPE]), SAMPLES, PCM_TYPE],
    ['a file as a file', spoken([WAV, 'audio/wav']), WAV, 'audio/wav'],
    ['a file under a wrong name', spoken([WAV, PCM_TYPE]), WAV, 'audio/wav'],
  ]
  for (const [title, script, audio, mimeType] of sounds) {
    it(`gives ${title}`, async () => {
      const outcome = await synthesize(script)
      expect(outcome).to.have.property('right').that.deep.includes({ audio, mimeType, upstreamRequestId: 'resp-1' })
      expect(outcome).to.have.nested.property('right.usage').that.includes({ promptTokens: 9, completionTokens: 50 })
    })
  }

  const failures: readonly [string, Script, string][] = [
    ['a blocked prompt', answersJson(blockedPrompt()), 'refused_content'],
    ['a refusal', answersJson(content([], 'PROHIBITED_CONTENT')), 'refused_content'],
    ['no sound', answersJson(content([], 'OTHER')), 'bad_answer'],
    ['an empty sound', spoken([new Uint8Array(), PCM_TYPE]), 'bad_answer'],
    ['a sound of no kind', spoken([SAMPLES, '']), 'bad_answer'],
    ['a bad key as 400', BAD_KEY, 'misconfigured'],
    ['a rate limit', RATE_LIMITED, 'rate_limited'],
    ['a break', streamsThenBreaks(['{"candidates": [']), 'cut'],
  ]
  for (const [title, script, expected] of failures) {
    it(`${title}: ${expected}`, async () => {
      expect(await synthesize(script)).to.have.nested.property('left.tag', expected)
    })
  }

  it('silence: timed_out', async () => {
    const outcome = await synthesize(hangs(), {}, {}, open({ nonStreamingIdleTimeoutMs: 200 }))
    expect(outcome).to.have.nested.property('left.tag', 'timed_out')
  })
})
