import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import {
  incomingTranscript,
  transcriptFrames,
  watchWork,
} from '../../../../../src/adapters/http/openai/transcription/transcript-events.ts'
import type { Transcript, TranscriptPiece } from '../../../../../src/domain/transcription/transcript.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'

const LOGPROBS = [{ token: 'Hel', logprob: -0.1, bytes: [72, 101, 108] }]
const TRANSCRIPT: Transcript = {
  text: 'Hello.',
  language: null,
  languages: ['en', 'ru'],
  segments: null,
  words: null,
  spoken: null,
  logprobs: LOGPROBS,
}

/** The events that a client gets of these pieces. */
const eventsOf = async (pieces: readonly TranscriptPiece[]): Promise<readonly unknown[]> => {
  const incoming = incomingTranscript()
  for (const piece of pieces) incoming.add(piece)
  incoming.end()
  const usage = { tag: 'tokens', audioTokens: 25, textTokens: 3, outputTokens: 7 } as const
  const outcome = right({
    operationId: OPERATION_ID,
    answer: { transcript: TRANSCRIPT, seconds: 2.5, usage, priceMicro: 1n },
    delivered: () => undefined,
    unwritten: () => undefined,
  })
  let text = ''
  for await (const frames of transcriptFrames(incoming, Promise.resolve(outcome))) text += frames
  const events = text.split('\n\n').filter((frame) => frame.startsWith('data: {'))
  return events.map((frame): unknown => JSON.parse(frame.slice('data: '.length)))
}

const deltasOf = async (pieces: readonly TranscriptPiece[]): Promise<readonly unknown[]> =>
  (await eventsOf(pieces)).slice(0, -1)

describe('the events of a streamed transcript', () => {
  const type = 'transcript.text.delta'

  it('join words that wait for the client', async () => {
    expect(await deltasOf(['Hel', 'lo.'])).to.deep.equal([{ type, delta: 'Hello.' }])
  })

  it('have beside the words what the provider says of them', async () => {
    const heard: readonly TranscriptPiece[] = [
      { words: 'Hel', logprobs: LOGPROBS, segmentId: null },
      { words: 'lo', logprobs: null, segmentId: 'seg_0' },
      '.',
    ]
    expect(await deltasOf(heard)).to.deep.equal([
      { type, delta: 'Hel', logprobs: LOGPROBS },
      { type, delta: 'lo', segment_id: 'seg_0' },
      { type, delta: '.' },
    ])
  })

  it('have the words and their log probabilities once where the provider sent all at once', async () => {
    expect(await deltasOf([])).to.deep.equal([{ type, delta: 'Hello.', logprobs: LOGPROBS }])
  })

  it('end with the whole text and the languages that were heard', async () => {
    expect((await eventsOf(['Hello.'])).at(-1)).to.deep.include({
      type: 'transcript.text.done',
      text: 'Hello.',
      languages: [{ code: 'en' }, { code: 'ru' }],
      logprobs: LOGPROBS,
    })
  })

  it('have the words once where speakers were heard before', async () => {
    const part = { id: 'seg_0', start: 0, end: 1.5, text: 'Hello.', speaker: 'A' }
    expect(await deltasOf([part])).to.deep.equal([{ type: 'transcript.text.segment', ...part }])
  })
})

describe('whether a provider may have worked for a streamed transcript', () => {
  const ends = {
    refused: { tag: 'upstream_rate_limited', mayHaveWorked: false, retryAfterSeconds: null },
    failed: { tag: 'upstream_error', mayHaveWorked: true },
  } as const
  const mayHaveWorked = async (end: keyof typeof ends, pieces: readonly string[]): Promise<boolean> => {
    const [incoming, outcome] = [incomingTranscript(), Promise.resolve(left(ends[end]))]
    const watched = watchWork(incoming, outcome)
    for (const piece of pieces) incoming.add(piece)
    await outcome
    return watched()
  }

  it('is ruled out where it is refused before its first word', async () => {
    expect(await mayHaveWorked('refused', [])).to.equal(false)
  })

  it('is assumed where it fails in another way, and once a word has come', async () => {
    expect(await mayHaveWorked('failed', [])).to.equal(true)
    expect(await mayHaveWorked('refused', ['Hel'])).to.equal(true)
  })
})
