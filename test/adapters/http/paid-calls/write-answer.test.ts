import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { createEmbeddingsEndpoint } from '../../../../src/adapters/http/openai/embeddings/create-embeddings.ts'
import { generateImagesEndpoint } from '../../../../src/adapters/http/openai/images/create-image.ts'
import { createTranscriptionEndpoint } from '../../../../src/adapters/http/openai/transcription/create-transcription.ts'
import type { Endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import type { Metered } from '../../../../src/application/gateway/metering/metered-call.ts'
import { memoryBudget } from '../../../../src/application/load/memory-budget.ts'
import type { KeyedCalls } from '../../../../src/application/idempotency/keyed-calls.ts'
import { wavOfSeconds } from '../../../support/media/recordings.ts'
import { principal } from '../../../support/http-app.ts'

const FAULT = 'a fault on the way to the answer'
const throws = (): never => {
  throw new Error(FAULT)
}
const NAMES = { newOperation: () => 'operation' } as unknown as KeyedCalls
const clock = { now: () => 0 }

/** A paid call that has its answer, and what ended it. */
const metered = <A>(answer: A) => {
  const ends: string[] = []
  const call: Metered<A> = {
    operationId: 'operation',
    answer,
    delivered: () => ends.push('charged'),
    unwritten: () => ends.push('unpaid'),
  }
  return { call, ends }
}

type HandledCall = Parameters<Endpoint['handle']>[0]

const handled = ({ handle }: Endpoint, body: unknown, over: Partial<HandledCall> = {}) => {
  const nothing = (): void => {}
  const listeners = { addLogFields: nothing, onClientDisconnect: nothing, setOperationId: nothing }
  const openAnswer = () => right(memoryBudget(1_000_000, 1_000_000).open('caller'))
  const call = { body, headers: {}, baseUrl: '', openAnswer, ...listeners, ...over }
  return handle(call as unknown as HandledCall, principal)
}

const thrownBy = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

const usage = { inputTextTokens: 1, inputImageTokens: 0, outputTokens: 1 }
const image = { images: [], usage, priceMicro: 1n }
const embedded = { vectors: [], promptTokens: 1, ignored: [], priceMicro: 1n }
const spoken = { tag: 'tokens', audioTokens: 1, textTokens: 0, outputTokens: 1 }
const transcribed = {
  transcript: { text: 'a', languages: null, logprobs: null },
  seconds: 1,
  usage: spoken,
  priceMicro: 1n,
}
const RECORDING = { model: 'm', file: { bytes: wavOfSeconds(1) } }

describe('a step between a paid answer and its response', () => {
  it('that throws leaves the call unpaid and not open', async () => {
    const images = metered(image as never)
    const createImage = async () => right(images.call)
    const makeImages = generateImagesEndpoint({ createImage, ignoredImageFields: throws, keyedCalls: NAMES, clock })
    expect(await thrownBy(handled(makeImages, { model: 'm', prompt: 'a' }))).to.equal(FAULT)

    const vectors = metered(embedded as never)
    const embed = createEmbeddingsEndpoint({ createEmbeddings: async () => right(vectors.call), keyedCalls: NAMES })
    expect(await thrownBy(handled(embed, { model: 'm', input: 'a' }, { addLogFields: throws }))).to.equal(FAULT)

    const texts = [metered(transcribed as never), metered(transcribed as never)] as const
    for (const [index, { call }] of texts.entries()) {
      const transcribe = createTranscriptionEndpoint({
        createTranscription: async () => right(call),
        keyedCalls: NAMES,
      })
      const answer = handled(transcribe, { ...RECORDING, stream: index === 1 }, { addLogFields: throws })
      expect(await thrownBy(answer)).to.equal(FAULT)
    }
    const ends = [images, vectors, ...texts].map((each) => each.ends)
    expect(ends).to.deep.equal([['unpaid'], ['unpaid'], ['unpaid'], ['unpaid']])
  })

  it('that fails to send the head of a streamed transcript leaves the call unpaid', async () => {
    const { call, ends } = metered(transcribed as never)
    const transcribe = createTranscriptionEndpoint({ createTranscription: async () => right(call), keyedCalls: NAMES })
    const answer = await handled(transcribe, { ...RECORDING, stream: true })
    if (answer._tag === 'Left') throw new Error(answer.left.tag)
    answer.right.unsent?.()
    await Promise.resolve()
    expect(ends).to.deep.equal(['unpaid'])
  })
})
