import { expect } from 'chai'
import { openAiSpeech } from '../../../../../src/adapters/providers/openai/speech/speech-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { SpeechProvider } from '../../../../../src/application/ports/providers/speech-provider.ts'
import type { SpeechRequest } from '../../../../../src/domain/speech/request.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import {
  answersJson,
  frame,
  hangs,
  resets,
  streams,
  streamsThenBreaks,
} from '../../../../support/upstreams/upstream-scripts.ts'
import { speechCall } from '../media-calls.ts'

const SOUND = Buffer.from([0xff, 0xfb, 0x90, 0x00, 1, 2, 3, 4])

const sounds =
  (bytes: Buffer, contentType = 'audio/mpeg'): Script =>
  (response) =>
    response.writeHead(200, { 'content-type': contentType, 'x-request-id': 'req_1' }).end(bytes)

const delta = (bytes: Buffer): string => frame({ type: 'speech.audio.delta', audio: bytes.toString('base64') })

const DONE = frame({ type: 'speech.audio.done', usage: { input_tokens: 7, output_tokens: 90, total_tokens: 97 } })

/** As long as some samples are, and an even number of bytes. */
const ERROR = Buffer.from(JSON.stringify({ error: { message: 'No sound today, sorry.', code: 'server_error' } }))

const COUNTED = { stream_format: 'sse' }

const error = (code: string, status: number): Script => answersJson({ error: { message: 'No.', code } }, status)

describe('openAiSpeech', () => {
  let upstream: ScriptedUpstream
  let provider: SpeechProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof openAiSpeech>[0]['timeouts'] = {}): SpeechProvider =>
    openAiSpeech({
      baseUrl: upstream.baseUrl,
      apiKey: 'sk-ours',
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

  it('returns the sound in one piece, without tokens', async () => {
    upstream.next(sounds(SOUND))
    const spoken = await provider.synthesize(speechCall())
    expect(spoken).to.deep.equal({
      _tag: 'Right',
      right: { audio: SOUND, mimeType: 'audio/mpeg', usage: null, ignored: [], upstreamRequestId: 'req_1' },
    })
    const request = upstream.requests.at(-1)
    expect(request).to.include({ method: 'POST', path: '/v1/audio/speech' })
    expect(request?.headers).to.include({ authorization: 'Bearer sk-ours' })
    expect(request?.body).to.deep.equal({ model: 'gpt-image', input: 'Hello.', voice: 'nova', response_format: 'mp3' })
  })

  const asked: readonly (readonly [string, Partial<SpeechRequest>, object])[] = [
    ['samples for WAV, whose length a stream leaves open', { format: 'wav' }, { response_format: 'pcm' }],
    ['samples for samples', { format: 'pcm' }, { response_format: 'pcm' }],
    ['its own voice for a name it does not know', { voice: 'Puck' }, { voice: 'coral' }],
    ['its own voice for no name', { voice: '' }, { voice: 'coral' }],
    ['the instructions', { instructions: 'Cheerfully.' }, { instructions: 'Cheerfully.' }],
    ['the speed in words', { speed: 1.5 }, { instructions: 'Speak at 1.5 times your normal pace' }],
  ]
  for (const [name, over, fields] of asked) {
    it(`asks for ${name}`, async () => {
      upstream.next(sounds(SOUND))
      await provider.synthesize(speechCall(over))
      expect(upstream.requests.at(-1)?.body).to.deep.include(fields)
      expect(upstream.requests.at(-1)?.body).not.to.have.property('speed')
    })
  }

  it('names a voice that it does not have', async () => {
    for (const [voice, ignored] of [
      ['Puck', ['voice']],
      ['', []],
    ] as const) {
      upstream.next(sounds(SOUND))
      const spoken = await provider.synthesize(speechCall({ voice }))
      expect(spoken).to.have.deep.nested.property('right.ignored', ignored)
    }
  })

  it('says of samples how fast they are', async () => {
    upstream.next(sounds(SOUND, 'audio/pcm'))
    expect(await provider.synthesize(speechCall({ format: 'wav' }))).to.have.nested.property(
      'right.mimeType',
      'audio/pcm;rate=24000',
    )
  })

  it('puts a counted stream together, with its tokens', async () => {
    upstream.next(streams([delta(SOUND.subarray(0, 3)), delta(SOUND.subarray(3)), DONE]))
    const spoken = await provider.synthesize(speechCall({}, COUNTED))
    expect(upstream.requests.at(-1)?.body).to.include({ stream_format: 'sse' })
    expect(spoken).to.have.nested.property('right.audio').that.deep.equals(SOUND)
    expect(spoken).to.have.nested.property('right.usage').that.includes({ promptTokens: 7, completionTokens: 90 })
  })

  const cases: readonly (readonly [string, Script, object, string])[] = [
    ['a refusal', error('content_policy_violation', 400), {}, 'refused_content'],
    ['a bad key', error('invalid_api_key', 401), {}, 'misconfigured'],
    ['a rate limit', error('rate_limit_exceeded', 429), {}, 'rate_limited'],
    ['an error inside a 200', error('server_error', 200), {}, 'server_error'],
    ['no sound', sounds(Buffer.alloc(0)), {}, 'bad_answer'],
    ['a page in place of sound', sounds(Buffer.from('<html>'), 'text/html'), {}, 'bad_answer'],
    ['a page that is called a sound', sounds(Buffer.from('<html>')), {}, 'bad_answer'],
    ['words in place of sound', sounds(Buffer.from('Overloaded, sorry.'), 'text/plain'), {}, 'bad_answer'],
    ['an error that is called a sound', sounds(ERROR), {}, 'server_error'],
    ['a sound cut in the middle', streamsThenBreaks(['abc']), {}, 'cut'],
    ['a reset', resets(), {}, 'cut'],
    ['a counted stream that breaks', streamsThenBreaks([delta(SOUND)]), COUNTED, 'cut'],
    ['a counted stream without its end', streams([delta(SOUND)]), COUNTED, 'cut'],
    [
      'a counted stream with an event that is no JSON',
      streams(['data: {\n\n', delta(SOUND), DONE]),
      COUNTED,
      'bad_answer',
    ],
    ['a counted stream without sound', streams([DONE]), COUNTED, 'bad_answer'],
    [
      'an error in a counted stream',
      streams([delta(SOUND), frame({ error: { message: 'x', type: 'server_error' } })]),
      COUNTED,
      'server_error',
    ],
  ]
  for (const [title, script, parameters, tag] of cases) {
    it(`${title}: ${tag}`, async () => {
      upstream.next(script)
      expect(await provider.synthesize(speechCall({}, { ...parameters }))).to.have.nested.property('left.tag', tag)
    })
  }

  it('silence: timed_out', async () => {
    upstream.next(hangs())
    const outcome = await open({ nonStreamingIdleTimeoutMs: 200 }).synthesize(speechCall())
    expect(outcome).to.have.nested.property('left.tag', 'timed_out')
  })
})
