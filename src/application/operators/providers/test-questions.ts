import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  ChatModel,
  EmbeddingModel,
  ImageModel,
  SpeechModel,
  TranscriptionModel,
} from '../../../domain/catalog/model.ts'
import { planChat, questionTo } from '../../../domain/chat/plan.ts'
import { smallestImageRequest } from '../../../domain/images/smallest-request.ts'
import { imageFormatOf } from '../../../domain/media/image-format.ts'
import { wavOf } from '../../../domain/media/wav.ts'
import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { planTranscription } from '../../../domain/transcription/plan.ts'
import { plainTranscriptionRequest } from '../../../domain/transcription/request.ts'
import type { ChatProvider } from '../../ports/providers/chat-provider.ts'
import type { EmbeddingProvider } from '../../ports/providers/embedding-provider.ts'
import type { ImageProvider } from '../../ports/providers/image-provider.ts'
import type { ProviderCall } from '../../ports/providers/provider-call.ts'
import type { SpeechProvider } from '../../ports/providers/speech-provider.ts'
import type { TranscriptionProvider } from '../../ports/providers/transcription-provider.ts'

/** What a test call has in common whatever is asked. */
export interface TestCall extends Pick<ProviderCall, 'operationId' | 'deployment'> {
  readonly startedMs: number
  /** Aborted when the test has taken too long. */
  readonly signal: AbortSignal
}

export interface TestAnswer {
  /** From the start to the first piece of the answer; null if answers come whole. */
  readonly firstWordMs: number | null
  /** As the provider counted them; null if it counted none. */
  readonly promptTokens: number | null
  readonly completionTokens: number | null
}

type Asked = Promise<Either<UpstreamFailure, TestAnswer>>

/** Room for a model that thinks before it says its word. */
const MOST_OUTPUT_TOKENS = 64
const WORD = 'ok'

const tooLong: UpstreamFailure = {
  tag: 'timed_out',
  isDeadline: true,
  message: 'the test call was given up, because it took too long',
  upstreamRequestId: null,
}

const notAsked = (message: string): UpstreamFailure => ({
  tag: 'misconfigured',
  message,
  upstreamRequestId: null,
})

const WHOLE: TestAnswer = { firstWordMs: null, promptTokens: null, completionTokens: null }

/** What broke off is a call that took too long, where that is why. */
const ended = <A>(answer: Either<UpstreamFailure, A>, { signal }: TestCall): Either<UpstreamFailure, A> =>
  isLeft(answer) && signal.aborted ? left(tooLong) : answer

/** Asks a chat model for one word, as a stream. */
export const askForOneWord = async (
  port: ChatProvider,
  model: ChatModel,
  call: TestCall,
  monotonicMs: () => number,
): Asked => {
  const planned = planChat(model, {
    model: model.id,
    messages: [{ role: 'user', content: `Answer with the word ${WORD}.` }],
    max_tokens: Math.min(MOST_OUTPUT_TOKENS, model.limits.maxOutputTokens),
    stream: true,
  })
  if (isLeft(planned)) return left(notAsked(planned.left.tag))
  const { operationId, deployment, startedMs, signal } = call
  const opened = await port.stream({ operationId, ...questionTo(planned.right, deployment), signal })
  if (isLeft(opened)) return ended(opened, call)
  let answer = WHOLE
  for await (const batch of opened.right.chunks) {
    if (isLeft(batch)) return ended(batch, call)
    for (const { choices, usage } of batch.right) {
      const isWord = choices.some(({ delta }) => (delta.content ?? delta.reasoning_content ?? '') !== '')
      if (isWord) answer = { ...answer, firstWordMs: answer.firstWordMs ?? Math.round(monotonicMs() - startedMs) }
      if (usage !== null) answer = { ...answer, ...usage }
    }
  }
  const { firstWordMs, promptTokens, completionTokens } = answer
  return right({ firstWordMs, promptTokens, completionTokens })
}

/** Asks an embedding model for the vector of one word. */
export const askForOneVector = async (port: EmbeddingProvider, model: EmbeddingModel, call: TestCall): Asked => {
  const request = { model: model.id, inputs: [WORD], dimensions: null, user: null }
  const answer = ended(await port.embed({ ...call, request }), call)
  return isLeft(answer) ? answer : right({ ...WHOLE, promptTokens: answer.right.promptTokens })
}

/** Asks a speech model to say one word. */
export const askForOneSound = async (port: SpeechProvider, model: SpeechModel, call: TestCall): Asked => {
  const spoken = { input: `${WORD}.`, voice: 'alloy', instructions: null, format: 'mp3', speed: 1 } as const
  const answer = ended(await port.synthesize({ ...call, request: { model: model.id, ...spoken } }), call)
  if (isLeft(answer)) return answer
  const { usage } = answer.right
  return right({
    ...WHOLE,
    promptTokens: usage?.promptTokens ?? null,
    completionTokens: usage?.completionTokens ?? null,
  })
}

/** Asks an image model for one image, in the look for which it asks least. */
export const askForOneImage = async (port: ImageProvider, model: ImageModel, call: TestCall): Asked => {
  const request = smallestImageRequest(model, 'A black dot on white paper')
  if (request === null) return left(notAsked('the catalogue has no price for an image without size and quality'))
  const answer = ended(await port.generate({ ...call, request }), call)
  if (isLeft(answer)) return answer
  const { images, usage, upstreamRequestId } = answer.right
  if (images.some(({ bytes }) => imageFormatOf(bytes) === null))
    return left(badAnswer('an image of the answer is none', upstreamRequestId))
  if (usage === null) return right(WHOLE)
  const promptTokens = usage.inputTextTokens + usage.inputImageTokens
  return right({ ...WHOLE, promptTokens, completionTokens: usage.outputTokens })
}

const SILENCE_HZ = 16_000

/** One second of silence, of 16 bits a sample. */
const oneSilentSecond = (): Uint8Array =>
  wavOf({ samples: new Uint8Array(2 * SILENCE_HZ), sampleRateHz: SILENCE_HZ, channels: 1 })

/** Asks a model to write down one second of silence. */
export const askForOneTranscript = async (
  port: TranscriptionProvider,
  model: TranscriptionModel,
  call: TestCall,
): Asked => {
  const request = plainTranscriptionRequest(model.id, { bytes: oneSilentSecond(), format: 'wav' })
  const { seconds, maxOutputTokens } = planTranscription(model, request, { seconds: 1, boundSeconds: 1 })
  const answer = ended(await port.transcribe({ ...call, request, seconds, maxOutputTokens }), call)
  if (isLeft(answer)) return answer
  const { usage } = answer.right
  if (usage?.tag !== 'tokens') return right(WHOLE)
  return right({
    ...WHOLE,
    promptTokens: usage.audioTokens + usage.textTokens,
    completionTokens: usage.outputTokens,
  })
}
