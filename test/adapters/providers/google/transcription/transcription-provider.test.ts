import { expect } from 'chai'
import type { TranscriptPiece } from '../../../../../src/domain/transcription/transcript.ts'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { googleTranscriptions } from '../../../../../src/adapters/providers/google/transcription/transcription-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { TranscriptionProvider } from '../../../../../src/application/ports/providers/transcription-provider.ts'
import type { Json } from '../../../../../src/domain/json.ts'
import type { TranscriptionRequest } from '../../../../../src/domain/transcription/request.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { transcriptionRequest } from '../../../../support/media/recordings.ts'
import { BAD_KEY, blockedPrompt, content, RATE_LIMITED } from '../../../../support/upstreams/google-answers.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import {
  answersJson,
  frame,
  hangs,
  streams,
  streamsThenBreaks,
} from '../../../../support/upstreams/upstream-scripts.ts'

const USAGE = {
  usageMetadata: {
    promptTokenCount: 90,
    candidatesTokenCount: 7,
    thoughtsTokenCount: 3,
    totalTokenCount: 100,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 40 },
      { modality: 'AUDIO', tokenCount: 50 },
    ],
  },
}

const answers = (text: string, finish = 'STOP'): Script => answersJson(content([{ text }], finish, USAGE))

interface Sent {
  readonly contents: readonly [{ readonly parts: readonly [{ readonly text: string }, { readonly inlineData: Json }] }]
  readonly generationConfig: Json
}

describe('googleTranscriptions', () => {
  let upstream: ScriptedUpstream
  let provider: TranscriptionProvider
  /** Gives a provider up soon: of the others a busy machine may have to wait longer for an answer. */
  let impatient: TranscriptionProvider
  const http = upstreamHttp()

  before(async () => {
    upstream = await startScriptedUpstream()
    const connection = { baseUrl: upstream.baseUrl, apiKey: 'g-key', http }
    provider = googleTranscriptions(connection)
    impatient = googleTranscriptions({ ...connection, timeouts: { nonStreamingIdleTimeoutMs: 500 } })
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const ask = (
    script: Script,
    request: Partial<TranscriptionRequest> = {},
    parameters: Readonly<Record<string, Json>> = {},
    onPiece?: (piece: TranscriptPiece) => void,
    by = provider,
  ) => {
    upstream.next(script)
    return by.transcribe({
      operationId: OPERATION_ID,
      deployment: { provider: 'google', upstreamModel: 'gemini', parameters },
      request: transcriptionRequest(request),
      seconds: 2.5,
      maxOutputTokens: 123,
      onPiece,
    })
  }
  const sent = (): Sent => upstream.requests.at(-1)?.body as unknown as Sent

  it('sends the recording inside the request, with the limit that the hold covers', async () => {
    const thinking = { generationConfig: { thinkingConfig: { thinkingLevel: 'minimal' } } }
    await ask(answers('Hello.'), { language: 'ru', prompt: 'Ёж' }, thinking)
    expect(upstream.requests.at(-1)?.path).to.equal('/v1/models/gemini:generateContent')
    const [{ parts }] = sent().contents
    expect(parts[0].text).to.include('word for word').and.include('"ru"').and.include('Ёж')
    const data = Buffer.from(transcriptionRequest().file.bytes).toString('base64')
    expect(parts[1].inlineData).to.deep.equal({ mimeType: 'audio/wav', data })
    expect(sent().generationConfig).to.deep.equal({
      temperature: 0,
      maxOutputTokens: 123,
      responseMimeType: 'text/plain',
      thinkingConfig: { thinkingLevel: 'minimal' },
    })
  })

  it('asks for English where a translation is wanted', async () => {
    await ask(answers('Hello.'), { task: 'translate' })
    expect(sent().contents[0].parts[0].text).to.include('into English')
  })

  it('reads the text, and tokens of sound apart from those of the prompt', async () => {
    const result = await ask(answers(' Hello.\n'))
    expect(isRight(result) && result.right.transcript.text).to.equal('Hello.')
    expect(isRight(result) && result.right.usage).to.deep.equal({
      tag: 'tokens',
      audioTokens: 50,
      textTokens: 40,
      outputTokens: 10,
    })
  })

  it('takes no words as those of a recording without speech', async () => {
    const result = await ask(answersJson(content([], 'STOP', USAGE)))
    expect(isRight(result) && result.right.transcript.text).to.equal('')
  })

  it('hands over the words as they come, and the whole with its count at the end', async () => {
    const heard: unknown[] = []
    const script = streams([
      frame(content([{ text: 'Hel' }], null)),
      frame(content([{ text: 'lo.' }], null)),
      frame(content([{ text: '' }], 'STOP', USAGE)),
    ])
    const result = await ask(script, {}, {}, (piece) => heard.push(piece))
    expect(upstream.requests.at(-1)?.path).to.equal('/v1/models/gemini:streamGenerateContent?alt=sse')
    expect(heard).to.deep.equal(['Hel', 'lo.'])
    expect(isRight(result) && [result.right.transcript.text, result.right.usage]).to.deep.equal([
      'Hello.',
      { tag: 'tokens', audioTokens: 50, textTokens: 40, outputTokens: 10 },
    ])
  })

  it('takes an answer in one piece where a stream was asked for', async () => {
    const result = await ask(answers('Hello.'), {}, {}, () => undefined)
    expect(isRight(result) && result.right.transcript.text).to.equal('Hello.')
  })

  const begun = frame(content([{ text: 'Hel' }], null))
  const cut: readonly (readonly [string, Script, string])[] = [
    ['without an end', streams([begun]), 'cut'],
    ['that breaks', streamsThenBreaks([begun]), 'cut'],
    ['that runs into its limit', streams([begun, frame(content([], 'MAX_TOKENS'))]), 'bad_answer'],
    ['that ends in a refusal', streams([begun, frame(content([], 'SAFETY'))]), 'refused_content'],
  ]
  for (const [name, script, tag] of cut) {
    it(`fails as ${tag} on a stream ${name}`, async () => {
      const result = await ask(script, {}, {}, () => undefined)
      expect(isLeft(result) && result.left.tag).to.equal(tag)
    })
  }

  const failing: readonly (readonly [string, Script, string])[] = [
    ['half a transcript', answers('Hel', 'MAX_TOKENS'), 'bad_answer'],
    ['nothing', answersJson({}), 'bad_answer'],
    ['a blocked prompt', answersJson(blockedPrompt()), 'refused_content'],
    ['a refusal', answers('', 'SAFETY'), 'refused_content'],
    ['a bad key', BAD_KEY, 'misconfigured'],
    ['a full quota', RATE_LIMITED, 'rate_limited'],
    ['silence', hangs(), 'timed_out'],
  ]
  for (const [name, script, tag] of failing) {
    it(`fails as ${tag} on ${name}`, async () => {
      const result = await ask(script, {}, {}, undefined, tag === 'timed_out' ? impatient : provider)
      expect(isLeft(result) && result.left.tag).to.equal(tag)
    })
  }

  it('refuses a file that no request can hold, before it sends anything', async () => {
    const before = upstream.requests.length
    const file = { bytes: new Uint8Array(14_500_001), format: 'wav' } as const
    const result = await provider.transcribe({
      operationId: OPERATION_ID,
      deployment: { provider: 'google', upstreamModel: 'gemini', parameters: {} },
      request: transcriptionRequest({ file }),
      seconds: 100,
      maxOutputTokens: 1,
    })
    expect(isLeft(result) && result.left).to.include({ tag: 'rejected', code: 'payload_too_large', param: 'file' })
    expect(upstream.requests.length).to.equal(before)
  })
})
