import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { openAiTranscriptions } from '../../../../../src/adapters/providers/openai/transcription/transcription-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type {
  TranscriptionCall,
  TranscriptionProvider,
} from '../../../../../src/application/ports/providers/transcription-provider.ts'
import { memoryBudget } from '../../../../../src/application/load/memory-budget.ts'
import type { Json } from '../../../../../src/domain/json.ts'
import type { TranscriptionRequest } from '../../../../../src/domain/transcription/request.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { transcriptionRequest } from '../../../../support/media/recordings.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import {
  answersJson,
  answersText,
  DONE,
  frame,
  hangs,
  resets,
  streams,
  streamsThenBreaks,
} from '../../../../support/upstreams/upstream-scripts.ts'

const SEGMENT = {
  id: 0,
  seek: 0,
  start: 0,
  end: 1.5,
  text: ' Hello.',
  tokens: [1, 2],
  temperature: 0,
  avg_logprob: -0.3,
  compression_ratio: 1.1,
  no_speech_prob: 0.01,
}

const TOKENS = {
  type: 'tokens',
  input_tokens: 28,
  input_token_details: { text_tokens: 3, audio_tokens: 25 },
  output_tokens: 7,
  total_tokens: 35,
}

const delta = (text: string): string => frame({ type: 'transcript.text.delta', delta: text })
const end = (text: string): string => frame({ type: 'transcript.text.done', text, usage: TOKENS })

describe('openAiTranscriptions', () => {
  let upstream: ScriptedUpstream
  let provider: TranscriptionProvider
  /** Gives a provider up soon: of the others a busy machine may have to wait longer for an answer. */
  let impatient: TranscriptionProvider
  const http = upstreamHttp()

  before(async () => {
    upstream = await startScriptedUpstream()
    const connection = { baseUrl: upstream.baseUrl, apiKey: 'sk-ours', http }
    provider = openAiTranscriptions(connection)
    impatient = openAiTranscriptions({ ...connection, timeouts: { nonStreamingIdleTimeoutMs: 500 } })
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const ask = (
    script: Script,
    request: Partial<TranscriptionRequest> = {},
    over: Partial<TranscriptionCall> = {},
    parameters: Readonly<Record<string, Json>> = {},
    by = provider,
  ) => {
    upstream.next(script)
    return by.transcribe({
      operationId: OPERATION_ID,
      deployment: { provider: 'openai', upstreamModel: 'whisper-1', parameters },
      request: transcriptionRequest(request),
      seconds: 2.5,
      maxOutputTokens: 100,
      ...over,
    })
  }
  const sent = () => upstream.requests.at(-1)

  it('sends the file under the name of its format, and what is asked as fields of a form', async () => {
    await ask(answersJson({ text: 'Hello.', segments: [], words: [] }), {
      format: 'verbose_json',
      language: 'ru',
      prompt: 'Ёж',
      temperature: 0.2,
      granularities: ['word', 'segment'],
    })
    const { path, headers, body, raw } = sent() ?? { path: '', headers: {}, body: {}, raw: new Uint8Array() }
    expect(path).to.equal('/v1/audio/transcriptions')
    expect(headers['authorization']).to.equal('Bearer sk-ours')
    expect(body).to.deep.equal({
      model: 'whisper-1',
      response_format: 'verbose_json',
      language: 'ru',
      prompt: 'Ёж',
      temperature: '0.2',
      'timestamp_granularities[]': 'segment',
    })
    expect(Buffer.from(raw).toString('latin1')).to.include('filename="recording.wav"')
    expect(Buffer.from(raw).includes(Buffer.from(transcriptionRequest().file.bytes))).to.equal(true)
  })

  it('sends the names and sounds of speakers, and reads who says what', async () => {
    const part = { type: 'transcript.text.segment', id: 'seg_7', start: 0, end: 1.5, text: 'Hello.', speaker: 'Ann' }
    const answer = await ask(
      answersJson({ text: 'Hello.', duration: 1.5, segments: [part, { ...part, speaker: null }], usage: TOKENS }),
      {
        format: 'diarized_json',
        chunkingStrategy: { type: 'server_vad', threshold: 0.5 },
        knownSpeakers: { names: ['Ann'], references: ['data:audio/wav;base64,AA=='] },
      },
    )
    expect(sent()?.body).to.deep.include({
      response_format: 'diarized_json',
      chunking_strategy: '{"type":"server_vad","threshold":0.5}',
      'known_speaker_names[]': 'Ann',
      'known_speaker_references[]': 'data:audio/wav;base64,AA==',
    })
    const { type: _, ...spoken } = part
    expect(isRight(answer) && answer.right.transcript).to.deep.include({ spoken: [spoken], segments: null })
    const timeless = await ask(answersJson({ text: 'Hello.' }), { format: 'diarized_json' })
    expect(isLeft(timeless) && timeless.left.tag).to.equal('bad_answer')
  })

  it('translates at the address for that, and names no language there', async () => {
    await ask(answersJson({ text: 'Hello.' }), { task: 'translate', language: 'ru' })
    expect([sent()?.path, sent()?.body['language']]).to.deep.equal(['/v1/audio/translations', undefined])
  })

  it('asks for JSON where text or subtitles are wanted, because only JSON says what is billed', async () => {
    for (const [format, asked] of [
      ['text', 'json'],
      ['srt', 'verbose_json'],
      ['vtt', 'verbose_json'],
    ] as const) {
      await ask(answersJson({ text: 'Hello.', segments: [] }), { format })
      expect(sent()?.body['response_format']).to.equal(asked)
    }
  })

  it('lets the fixed fields of the deployment stand above what is asked', async () => {
    await ask(
      answersJson({ text: 'x' }),
      { temperature: 1, prompt: 'p' },
      {},
      { temperature: 0, vad: { mode: 'auto' } },
    )
    expect(sent()?.body).to.include({ temperature: '0', prompt: 'p', vad: '{"mode":"auto"}' })
  })

  it('leaves out what has no moment of a recording, and does not bill it', async () => {
    const times = [-1, 1e308, 2_000_000, '1', null].map((end) => ({ ...SEGMENT, end, word: 'Hello' }))
    const answer = await ask(
      answersJson({ text: 'Hello.', segments: [...times, SEGMENT], words: times, usage: { seconds: 1e308 } }),
      { format: 'verbose_json' },
    )
    expect(isRight(answer) && answer.right.transcript.segments).to.have.lengthOf(1)
    expect(isRight(answer) && answer.right.transcript.words).to.deep.equal([])
    expect(isRight(answer) && answer.right.usage).to.equal(null)
  })

  it('reads the transcript with its times and what was counted', async () => {
    const words = [{ word: 'Hello', start: 0, end: 0.4 }]
    const usage = { type: 'duration', seconds: 2 }
    const answer = {
      language: 'english',
      duration: 1.5,
      text: 'Hello.',
      segments: [SEGMENT, { start: 'x' }],
      words,
      usage,
    }
    const result = await ask(answersJson(answer, 200, { 'x-request-id': 'req_1' }), { format: 'verbose_json' })
    expect(isRight(result) && result.right).to.deep.equal({
      transcript: {
        text: 'Hello.',
        language: 'english',
        languages: null,
        spoken: null,
        segments: [
          {
            start: 0,
            end: 1.5,
            text: ' Hello.',
            seek: 0,
            tokens: [1, 2],
            temperature: 0,
            avgLogprob: -0.3,
            compressionRatio: 1.1,
            noSpeechProb: 0.01,
          },
        ],
        words,
        logprobs: null,
      },
      usage: { tag: 'duration', seconds: 2 },
      upstreamRequestId: 'req_1',
    })
  })

  it('reads the languages that were heard, also where none was clear, at once and at the end of a stream', async () => {
    const languages = [{ code: 'en' }, { code: 'ru' }, 'x']
    const heard = async (script: Script, over: Partial<TranscriptionCall> = {}) => {
      const result = await ask(script, {}, over)
      return isRight(result) && result.right.transcript.languages
    }
    expect(await heard(answersJson({ text: 'Hello.', languages }))).to.deep.equal(['en', 'ru'])
    expect(await heard(answersJson({ text: '', languages: [] }))).to.deep.equal([])
    const done = frame({ type: 'transcript.text.done', text: 'Hello.', languages })
    expect(await heard(streams([done]), { onPiece: () => undefined })).to.deep.equal(['en', 'ru'])
  })

  const counted: readonly (readonly [string, object, object | null])[] = [
    ['tokens', { usage: TOKENS }, { tag: 'tokens', audioTokens: 25, textTokens: 3, outputTokens: 7 }],
    [
      'tokens without a breakdown as sound',
      { usage: { type: 'tokens', input_tokens: 28, output_tokens: 7 } },
      { tag: 'tokens', audioTokens: 28, textTokens: 0, outputTokens: 7 },
    ],
    ['the duration of older servers', { duration: 8.4 }, { tag: 'duration', seconds: 8.4 }],
    ['nothing', {}, null],
    ['nothing of a broken count', { usage: { type: 'tokens', input_tokens: 'x' } }, null],
  ]
  for (const [name, fields, usage] of counted) {
    it(`reads ${name}`, async () => {
      const result = await ask(answersJson({ text: 'Hello.', ...fields }))
      expect(isRight(result) && result.right.usage).to.deep.equal(usage)
    })
  }

  it('hands over the words as they come, and the whole at the end', async () => {
    const heard: unknown[] = []
    const script = streams([delta('Hel'), delta('lo.'), end('Hello.'), DONE])
    const result = await ask(script, {}, { onPiece: (piece) => heard.push(piece) })
    expect(sent()?.body['stream']).to.equal('true')
    expect(heard).to.deep.equal(['Hel', 'lo.'])
    expect(isRight(result) && [result.right.transcript.text, result.right.usage]).to.deep.equal([
      'Hello.',
      { tag: 'tokens', audioTokens: 25, textTokens: 3, outputTokens: 7 },
    ])
  })

  it('hands over what the provider says of its words beside them', async () => {
    const logprobs = [{ token: 'Hel', logprob: -0.1, bytes: [72, 101, 108] }]
    const heard: unknown[] = []
    const script = streams([
      frame({ type: 'transcript.text.delta', delta: 'Hel', logprobs }),
      frame({ type: 'transcript.text.delta', delta: 'lo', segment_id: 'seg_0' }),
      delta('.'),
      end('Hello.'),
    ])
    await ask(script, { include: ['logprobs'] }, { onPiece: (piece) => heard.push(piece) })
    expect(heard).to.deep.equal([
      { words: 'Hel', logprobs, segmentId: null },
      { words: 'lo', logprobs: null, segmentId: 'seg_0' },
      '.',
    ])
  })

  it('hands over what speakers say, and puts it together, because the last event does not repeat it', async () => {
    const part = { type: 'transcript.text.segment', id: 'seg_0', start: 0, end: 1.5, text: 'Hello.', speaker: 'A' }
    const heard: unknown[] = []
    const script = streams([delta('Hello.'), frame(part), frame({ ...part, speaker: null }), end('Hello.'), DONE])
    const result = await ask(script, { format: 'diarized_json' }, { onPiece: (piece) => heard.push(piece) })
    expect(sent()?.body).to.include({ stream: 'true', response_format: 'diarized_json' })
    const { type: _, ...spoken } = part
    expect(heard).to.deep.equal(['Hello.', spoken])
    expect(isRight(result) && result.right.transcript).to.deep.include({ text: 'Hello.', spoken: [spoken] })
    const plain = await ask(streams([frame(part), end('Hello.')]), {}, { onPiece: (piece) => heard.push(piece) })
    expect(isRight(plain) && plain.right.transcript.spoken, 'not asked for').to.equal(null)
    expect(heard).to.have.length(2)
  })

  it('counts the words of a stream, which are kept until its end, in the memory of answers', async () => {
    const memory = memoryBudget(10_000_000, 10_000_000).open('caller')
    const script = streams([delta('ё'.repeat(100_000)), end('ё'), DONE])
    const answer = await ask(script, {}, { memory, onPiece: () => undefined })
    expect(isRight(answer)).to.equal(true)
    expect(memory.bytes()).to.equal(200_000)
  })

  it('takes an answer in one piece where a stream was asked for', async () => {
    const heard: unknown[] = []
    const result = await ask(answersJson({ text: 'Hello.' }), {}, { onPiece: (piece) => heard.push(piece) })
    expect([isRight(result) && result.right.transcript.text, heard]).to.deep.equal(['Hello.', []])
  })

  const onPiece = (): void => undefined
  const error = { error: { message: 'No.', code: 'server_error', type: 'server_error' } }
  const failing: readonly (readonly [string, Script, Partial<TranscriptionCall>, string])[] = [
    ['no transcript', answersJson({ nonsense: true }), {}, 'bad_answer'],
    ['a page', answersText('<html>', 200, 'text/html'), {}, 'bad_answer'],
    ['an error in its answer', answersJson(error), {}, 'server_error'],
    ['a refusal of the key', answersJson({ error: { code: 'invalid_api_key' } }, 401), {}, 'misconfigured'],
    ['a refusal of the file', answersJson({ error: { message: 'Audio file is too short' } }, 400), {}, 'rejected'],
    ['no answer', hangs(), {}, 'timed_out'],
    ['a reset', resets(), {}, 'cut'],
    ['a stream without an end', streams([delta('Hel')]), { onPiece }, 'cut'],
    ['a stream that breaks', streamsThenBreaks([delta('Hel')]), { onPiece }, 'cut'],
    [
      'a stream with an event that is no JSON',
      streams([delta('Hel'), 'data: {\n\n', end('Hello.')]),
      { onPiece },
      'bad_answer',
    ],
    ['a stream without events', streams([delta('Hel'), 'a\n'.repeat(5_000_000)]), { onPiece }, 'bad_answer'],
    ['an error in its stream', streams([delta('Hel'), frame(error)]), { onPiece }, 'server_error'],
  ]
  for (const [name, script, over, tag] of failing) {
    it(`fails as ${tag} on ${name}`, async () => {
      const result = await ask(script, {}, over, {}, tag === 'timed_out' ? impatient : provider)
      expect(isLeft(result) && result.left.tag).to.equal(tag)
    })
  }

  it('fails where times were asked for and none came', async () => {
    const result = await ask(answersJson({ text: 'Hello.' }), { format: 'srt' })
    expect(isLeft(result) && result.left.tag).to.equal('bad_answer')
  })
})
