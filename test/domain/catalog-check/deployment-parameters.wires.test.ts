import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { toNativeRequest as toMessages } from '../../../src/adapters/providers/anthropic/native/native-request.ts'
import { toRequest as toAnthropic } from '../../../src/adapters/providers/anthropic/request/to-request.ts'
import { NO_FILES } from '../../../src/adapters/providers/google/chat/inline-files.ts'
import { toRequest as toGoogle } from '../../../src/adapters/providers/google/chat/to-request.ts'
import { toRequest as toGoogleVectors } from '../../../src/adapters/providers/google/embeddings/to-request.ts'
import { toRequest as toGoogleImage } from '../../../src/adapters/providers/google/images/to-request.ts'
import { toRequest as toGoogleSpeech } from '../../../src/adapters/providers/google/speech/to-request.ts'
import { interactions } from '../../../src/adapters/providers/google/video/interactions.ts'
import { longRunning } from '../../../src/adapters/providers/google/video/long-running.ts'
import { dialectRules } from '../../../src/adapters/providers/openai-compatible/dialects.ts'
import { toRequest as toCompatible } from '../../../src/adapters/providers/openai-compatible/request/to-request.ts'
import { toRequest as toOpenAiImage } from '../../../src/adapters/providers/openai/images/to-request.ts'
import { toNativeRequest as toResponses } from '../../../src/adapters/providers/openai/responses/native-request.ts'
import { toRequest as toOpenAiSpeech } from '../../../src/adapters/providers/openai/speech/to-request.ts'
import { toRequest as toXaiImage } from '../../../src/adapters/providers/xai/images/to-request.ts'
import { toRequest as toXaiVideo } from '../../../src/adapters/providers/xai/video/to-request.ts'
import type { ProviderRequest } from '../../../src/adapters/providers/upstream/provider-http.ts'
import { objectsIn } from '../../../src/adapters/providers/wire.ts'
import type { Wire } from '../../../src/adapters/providers/wire.ts'
import { deploymentParameterProblems } from '../../../src/domain/catalog-check/deployment-parameters.ts'
import type { Model } from '../../../src/domain/catalog/model.ts'
import type { NativeRequest } from '../../../src/domain/chat/native.ts'
import { plainImageRequest } from '../../../src/domain/images/request.ts'
import { chatCall, nativeFields, OPERATION_ID } from '../../support/chat/chat-calls.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { embeddingModel, embeddingRequest } from '../../support/media/embedding-models.ts'
import { imageModel, speechModel, speechRequest } from '../../support/media/media-models.ts'
import { TINY_PNG } from '../../support/media/tiny-images.ts'
import { videoModel } from '../../support/media/video-jobs.ts'

/** Words of the client, which stand in all that it sends. */
const WORDS = 'a red boat'
const PNG = { bytes: TINY_PNG, mimeType: 'image/png' } as const
const PNG_BASE64 = Buffer.from(TINY_PNG).toString('base64')

const tool = { name: 'sail', description: WORDS, parameters: { type: 'object', properties: {} } }
const { deployment, request: chat } = chatCall({
  request: {
    messages: [
      { role: 'system', content: WORDS },
      { role: 'user', content: WORDS },
    ],
    tools: [{ type: 'function', function: tool }],
  },
})

const nativeCall = (wire: NativeRequest['wire'], fields: Readonly<Record<string, unknown>>) => {
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))
  const native = { wire, fields: nativeFields(texts), headers: {}, bytes: 0, isTranslatable: false }
  return { operationId: OPERATION_ID, deployment, request: chat, native }
}

const turn = [{ role: 'user', content: WORDS }]
const messages = { system: WORDS, messages: turn, tools: [{ ...tool, input_schema: {} }] }
const responses = { instructions: WORDS, input: turn, tools: [{ type: 'function', ...tool }] }

const image = { ...plainImageRequest('vendor/image', WORDS), images: [PNG] }
const spoken = { operationId: OPERATION_ID, deployment, request: speechRequest({ input: WORDS, instructions: WORDS }) }
const video = {
  operationId: OPERATION_ID,
  deployment,
  request: {
    model: 'vendor/video',
    prompt: WORDS,
    seconds: 6,
    size: null,
    aspectRatio: '16:9',
    resolution: '720p',
    firstFrame: PNG,
    generateAudio: null,
    seed: null,
    negativePrompt: null,
    extras: {},
  },
} as const

const vectors = { operationId: OPERATION_ID, deployment, request: embeddingRequest({ inputs: [WORDS] }) }

type Sent = Either<unknown, ProviderRequest> | ProviderRequest

const requestOf = (sent: Sent): ProviderRequest => {
  if (!('_tag' in sent)) return sent
  if (isLeft(sent)) throw new Error(JSON.stringify(sent.left))
  return sent.right
}

/** The fields of a body, or of the first of several questions in it. */
const fieldsOf = (sent: Sent): Wire => {
  const { body } = requestOf(sent)
  const bytes: unknown = body['bytes']
  const read = bytes instanceof Uint8Array ? (JSON.parse(Buffer.from(bytes).toString()) as Wire) : (body as Wire)
  return objectsIn(read['requests'])[0] ?? read
}

/** The fields of a body in which something stands that the client sent. */
const ofTheClient = (sent: Sent): readonly string[] =>
  Object.entries(fieldsOf(sent)).flatMap(([name, value]) => {
    const written = JSON.stringify(value)
    return written.includes(WORDS) || written.includes(PNG_BASE64) ? [name] : []
  })

const refusal = (model: Model, name: string, value: null | readonly []): string | undefined =>
  deploymentParameterProblems({ ...model, deployments: [{ ...deployment, parameters: { [name]: value } }] })[0]

describe('What a client sends', () => {
  const rules = dialectRules('plain', [])
  const table: readonly (readonly [string, Model, () => Sent, readonly string[]])[] = [
    [
      'OpenAI’s chat completions',
      chatModel(),
      () => toCompatible({ rules, passFields: [] })({ request: chat, deployment }, false),
      ['tools', 'messages'],
    ],
    ['Anthropic’s Messages', chatModel(), () => toAnthropic(chat, deployment, false), ['system', 'messages', 'tools']],
    [
      'Messages, in the client’s own words',
      chatModel(),
      () => toMessages(nativeCall('messages', messages), false),
      ['system', 'messages', 'tools'],
    ],
    [
      'Responses, in the client’s own words',
      chatModel(),
      () => toResponses(nativeCall('responses', responses), false),
      ['instructions', 'input', 'tools'],
    ],
    [
      'Google’s chat',
      chatModel(),
      () => toGoogle(chat, deployment, { fetched: NO_FILES, isStream: false }),
      ['contents', 'systemInstruction', 'tools'],
    ],
    ['Google’s vectors', embeddingModel(), () => toGoogleVectors([WORDS], vectors), ['content']],
    ['Google’s images', imageModel(), () => toGoogleImage(image, deployment), ['contents']],
    ['OpenAI’s images', imageModel(), () => toOpenAiImage({ ...image, images: [] }, deployment, 'b'), ['prompt']],
    ['xAI’s images', imageModel(), () => toXaiImage(image, deployment), ['prompt', 'image']],
    [
      'several images of xAI’s',
      imageModel(),
      () => toXaiImage({ ...image, images: [PNG, PNG] }, deployment),
      ['prompt', 'images'],
    ],
    ['OpenAI’s speech', speechModel(), () => toOpenAiSpeech(spoken.request, deployment), ['input', 'instructions']],
    ['Google’s speech', speechModel(), () => toGoogleSpeech(spoken.request, deployment), ['contents']],
    ['xAI’s videos', videoModel(), () => toXaiVideo(video.request, deployment), ['prompt', 'image']],
    ['Google’s interactions', videoModel(), () => interactions.toRequest(video), ['input']],
    ['Google’s videos', videoModel(), () => longRunning.toRequest(video), ['instances']],
  ]
  for (const [wire, model, sent, expected] of table) {
    it(`to ${wire} is taken away by no fixed parameter: ${expected.join(', ')}`, () => {
      expect(ofTheClient(sent())).to.have.members(expected)
      for (const name of expected) {
        for (const value of [null, []] as const) {
          expect(refusal(model, name, value)).to.match(new RegExp(`^parameters\\.${name} cannot be fixed: `))
        }
      }
    })
  }
})
