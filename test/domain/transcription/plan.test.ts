import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { billTranscription, textsToCount } from '../../../src/domain/transcription/bill.ts'
import { checkTranscription, planTranscription } from '../../../src/domain/transcription/plan.ts'
import type { TranscriptionModel } from '../../../src/domain/catalog/model.ts'
import type { SpokenPart } from '../../../src/domain/transcription/transcript.ts'
import type { TranscriptionRequest } from '../../../src/domain/transcription/request.ts'
import type { TranscriptionUsage } from '../../../src/domain/transcription/usage.ts'
import { speechModel } from '../../support/media/media-models.ts'
import { countedTranscriptionModel, transcriptionModel, transcriptionRequest } from '../../support/media/recordings.ts'

const LENGTH = { seconds: 2.5, boundSeconds: 2.5 }

const seconds = (value: number): TranscriptionUsage => ({ tag: 'duration', seconds: value })
const tokens = (audioTokens: number, textTokens: number, outputTokens: number): TranscriptionUsage => ({
  tag: 'tokens',
  audioTokens,
  textTokens,
  outputTokens,
})

describe('a transcription', () => {
  const refusalOf = (over: Partial<TranscriptionRequest>, model = transcriptionModel({ capabilities: new Set() })) => {
    const checked = checkTranscription(model, transcriptionRequest(over))
    return isLeft(checked) ? [checked.left.tag, checked.left.param] : null
  }

  it('is refused by name where the model cannot give what is asked', () => {
    const refused: readonly (readonly [Partial<TranscriptionRequest>, string, string])[] = [
      [{ format: 'srt' }, 'unsupported_parameter', 'response_format'],
      [{ format: 'vtt' }, 'unsupported_parameter', 'response_format'],
      [{ format: 'verbose_json' }, 'unsupported_parameter', 'response_format'],
      [{ format: 'diarized_json' }, 'unsupported_parameter', 'response_format'],
      [{ knownSpeakers: { names: ['Ann'], references: [] } }, 'unsupported_parameter', 'known_speaker_names'],
      [{ granularities: ['word'] }, 'unsupported_parameter', 'timestamp_granularities'],
      [{ include: ['logprobs'], format: 'text' }, 'unsupported_parameter', 'include'],
      [{ task: 'translate' }, 'unsupported_capability', 'model'],
    ]
    for (const [over, tag, param] of refused) expect(refusalOf(over), JSON.stringify(over)).to.deep.equal([tag, param])
    for (const format of ['json', 'text'] as const) expect(refusalOf({ format })).to.equal(null)
    expect(isLeft(checkTranscription(speechModel(), transcriptionRequest()))).to.equal(true)
  })

  it('names speakers where the model tells them apart, in no translation, and is held for their voices', () => {
    const capabilities = new Set(['speakers', 'translation'] as const)
    const model = countedTranscriptionModel({ capabilities })
    const knownSpeakers = {
      names: ['Ann', 'Bob'],
      references: ['data:audio/wav;base64,AA', 'data:audio/wav;base64,AA'],
    }
    const spoken = { format: 'diarized_json', knownSpeakers } as const
    expect(refusalOf(spoken, model)).to.equal(null)
    expect(refusalOf({ ...spoken, task: 'translate' }, model)).to.deep.equal([
      'unsupported_parameter',
      'response_format',
    ])
    const length = { seconds: 5, boundSeconds: 5 }
    const held = (over: Partial<TranscriptionRequest>): bigint =>
      planTranscription(model, transcriptionRequest({ format: 'diarized_json', ...over }), length).holdMicro
    // Two voices of at most ten seconds, ten tokens of a micro-rouble each.
    expect(held({ knownSpeakers }) - held({})).to.equal(200n)
  })

  it('is streamed as words, and as what speakers say', () => {
    const model = transcriptionModel()
    for (const format of ['json', 'text'] as const) expect(refusalOf({ format, isStream: true }, model)).to.equal(null)
    const hearing = transcriptionModel({ capabilities: new Set(['speakers'] as const) })
    expect(refusalOf({ format: 'diarized_json', isStream: true }, hearing)).to.equal(null)
    for (const format of ['srt', 'vtt', 'verbose_json'] as const) {
      expect(refusalOf({ format, isStream: true }, model)).to.deep.equal(['unsupported_parameter', 'stream'])
      expect(refusalOf({ format }, model)).to.equal(null)
    }
  })

  it('is refused a field that the providers would ignore', () => {
    const asked: readonly (readonly [string, Partial<TranscriptionRequest>])[] = [
      ['language', { language: 'ru' }],
      ['prompt', { prompt: 'names' }],
      ['temperature', { temperature: 0 }],
      ['include', { include: ['logprobs'] }],
      ['chunking_strategy', { chunkingStrategy: 'auto' }],
    ]
    for (const [name, over] of asked) {
      const model = transcriptionModel({ unsupportedParameters: new Set([name]) })
      expect(refusalOf(over, model)).to.deep.equal(['unsupported_parameter', name])
      expect(isRight(checkTranscription(model, transcriptionRequest()))).to.equal(true)
    }
  })

  it('holds each second that the file can hold, begun ones as whole', () => {
    const holdOf = (boundSeconds: number): bigint =>
      planTranscription(transcriptionModel(), transcriptionRequest(), { seconds: 0.1, boundSeconds }).holdMicro
    expect([0.1, 1, 1.01, 60].map(holdOf)).to.deep.equal([100_000n, 100_000n, 200_000n, 6_000_000n])
  })

  it('holds in tokens at least what any answer within its limit costs', () => {
    const request = transcriptionRequest({ prompt: 'я' })
    const plan = planTranscription(countedTranscriptionModel(), request, LENGTH)
    // Three seconds: 30 tokens of sound; 200 of our own words and 2 bytes of the prompt; 1,000 and 15 of the
    // transcript.
    expect(plan.maxOutputTokens).to.equal(1_015)
    expect(plan.holdMicro).to.equal(30n + 2n * 202n + 3n * 1_015n)
  })
})

describe('the bill of a transcription', () => {
  const COUNTED = { promptTokens: 4, outputTokens: 3 }
  const bill = (reported: TranscriptionUsage | null, model = transcriptionModel(), boundSeconds = 2.5) => {
    const plan = planTranscription(model, transcriptionRequest(), { seconds: 2.5, boundSeconds })
    return { ...billTranscription(plan, reported, COUNTED), holdMicro: plan.holdMicro }
  }

  it('goes by the provider’s seconds, else by those of the file', () => {
    expect(bill(seconds(1.2))).to.include({ priceMicro: 200_000n, estimated: false })
    for (const reported of [null, seconds(-1), seconds(Number.NaN), seconds(0), tokens(5, 5, 5)]) {
      expect(bill(reported)).to.include({ priceMicro: 300_000n, estimated: false })
    }
  })

  it('goes by the provider’s tokens, else by the length of the file and the count of the words', () => {
    const model = countedTranscriptionModel()
    expect(bill(tokens(25, 3, 7), model)).to.include({ priceMicro: 25n + 6n + 21n, estimated: false })
    expect(bill(seconds(2), model)).to.include({ priceMicro: 30n + 8n + 9n, estimated: true })
  })

  it('counts words here only where the provider counted no tokens and tokens are paid', () => {
    const counted = countedTranscriptionModel()
    const ask = (
      model: TranscriptionModel,
      reported: TranscriptionUsage | null,
      spoken: readonly SpokenPart[] | null,
    ) => {
      const request = transcriptionRequest({ prompt: 'Names' })
      const plan = planTranscription(model, request, LENGTH)
      const unknown = { language: null, languages: null, segments: null, words: null, logprobs: null }
      const transcript = { ...unknown, text: 'Hi. Oh.', spoken }
      return textsToCount(plan, request, transcript, reported)
    }
    expect(ask(counted, tokens(1, 1, 1), null)).to.equal(null)
    expect(ask(transcriptionModel(), null, null)).to.equal(null)
    expect(ask(counted, seconds(2), null)).to.deep.equal({ prompt: ['Names'], output: ['Hi. Oh.'] })
    const spokenPart = (speaker: string, text: string) => ({ id: 'seg', start: 0, end: 1, text, speaker })
    expect(ask(counted, null, [spokenPart('A', 'Hi.'), spokenPart('B', 'Oh.')])?.output).to.deep.equal([
      'A',
      'Hi.',
      'B',
      'Oh.',
    ])
  })

  it('never exceeds the hold, whatever the provider counts', () => {
    expect(bill(seconds(40_000)).priceMicro).to.equal(300_000n)
    expect(bill(seconds(40_000), transcriptionModel(), 10).priceMicro).to.equal(1_000_000n)
    const counted = bill(tokens(900_000, 0, 900_000), countedTranscriptionModel())
    expect(counted.priceMicro).to.equal(counted.holdMicro)
  })
})
