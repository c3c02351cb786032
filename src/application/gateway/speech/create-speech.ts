import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { ModelNotFound } from '../../../domain/catalog/find-model.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import type { AudioMimeType } from '../../../domain/media/asset.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { billSpeech } from '../../../domain/speech/bill.ts'
import type { SpeechBill } from '../../../domain/speech/bill.ts'
import { planSpeech } from '../../../domain/speech/plan.ts'
import type { SpeechPlan, SpeechPlanFailure } from '../../../domain/speech/plan.ts'
import type { SpeechRequest } from '../../../domain/speech/request.ts'
import { parseSpeechAudio } from '../../../domain/speech/speech-audio.ts'
import type { SpeechAudio } from '../../../domain/speech/speech-audio.ts'
import { receiptFacts, usageJson } from '../../../domain/ledger/receipt-facts.ts'
import type { UsageFigures } from '../../../domain/ledger/receipt-facts.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import type { AudioEncoder, EncodedAudio } from '../../ports/media/audio-encoder.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { SpeechCall, SpeechResult, SpeechProvider } from '../../ports/providers/speech-provider.ts'
import { tryDeployments } from '../routing/try-deployments.ts'
import type { CircuitBreakers } from '../routing/circuit-breakers.ts'
import { meteredCall } from '../metering/metered-call.ts'
import type { Metered, MeteredDeps, MeteredFailure, WorkResult } from '../metering/metered-call.ts'
import { paidTerms } from '../metering/paid-operation.ts'
import type { Payer, Unpaid } from '../metering/paid-operation.ts'
import { unanswered } from '../metering/unanswered.ts'

export interface CreateSpeechDeps extends MeteredDeps {
  readonly catalog: ModelCatalog
  /** By provider id. */
  readonly providers: ReadonlyMap<string, SpeechProvider>
  readonly circuits: CircuitBreakers
  readonly encoder: AudioEncoder
  readonly ids: IdGenerator
}

export interface CreateSpeechInput extends Payer {
  readonly principal: Payer['principal'] & Pick<GatewayPrincipal, 'allowedModels'>
  readonly request: SpeechRequest
  /** Where the sound goes while it is in memory; absent, it is not counted. */
  readonly memory?: HeldMemory | undefined
}

export interface CreatedSpeech {
  readonly bytes: Uint8Array
  readonly mimeType: AudioMimeType
  readonly priceMicro: bigint
  /** Fields of the request that were asked for and not sent. */
  readonly ignored: readonly string[]
}

/** `overloaded`: as much sound is being encoded as this process takes on. */
export type CreateSpeechFailure =
  | ModelNotFound
  | SpeechPlanFailure
  | MeteredFailure
  | CallFailure
  | { readonly tag: 'overloaded' }

type WorkFailure = CallFailure | { readonly tag: 'overloaded' }

interface DecodedSpeech extends Omit<SpeechResult, 'audio' | 'mimeType'> {
  readonly sound: SpeechAudio
}

/** Without a signal: a call whose caller left runs to its end and is charged. */
const synthesize = (
  deps: CreateSpeechDeps,
  { model }: SpeechPlan,
  request: SpeechRequest,
  { attempts, ...call }: Pick<SpeechCall, 'operationId' | 'memory'> & { readonly attempts: Attempt[] },
): Promise<Either<UpstreamFailure, DecodedSpeech>> => {
  const route = { ...deps, deployments: model.deployments, rule: 'media', attempts } as const
  return tryDeployments(route, async (provider, deployment) => {
    const answer = await provider.synthesize({ ...call, deployment, request })
    if (isLeft(answer)) return answer
    const { audio, mimeType, upstreamRequestId, ...spoken } = answer.right
    const sound = parseSpeechAudio(audio, mimeType)
    if (isLeft(sound)) return left(badAnswer(sound.left.message, upstreamRequestId))
    if (sound.right.tag === 'mp3' && request.format !== 'mp3') {
      return left(badAnswer(`the answer is an MP3, asked for was ${request.format}`, upstreamRequestId))
    }
    return right({ ...spoken, sound: sound.right, upstreamRequestId })
  })
}

const encode = async (
  { encoder }: CreateSpeechDeps,
  sound: SpeechAudio,
  { format }: SpeechRequest,
  call: Parameters<typeof unanswered>[0],
): Promise<Either<Unpaid<WorkFailure>, EncodedAudio>> => {
  if (sound.tag === 'mp3') return right({ bytes: sound.bytes, mimeType: 'audio/mpeg' })
  const encoded = await encoder.encode(sound.pcm, format)
  if (!isLeft(encoded)) return encoded
  const unpaid = unanswered(call, badAnswer(encoded.left.message, null))
  return left(encoded.left.tag === 'overloaded' ? { ...unpaid, failure: { tag: 'overloaded' } } : unpaid)
}

const billJson = ({ characters, usage }: SpeechBill): UsageFigures => ({
  characters,
  ...(usage === null ? {} : { tokens: usageJson(usage) }),
})

/**
 * Says a text aloud. The money is held before the provider is asked and charged by `delivered`; a failure gives it
 * back.
 */
export const createSpeech =
  (deps: CreateSpeechDeps) =>
  async (input: CreateSpeechInput): Promise<Either<CreateSpeechFailure, Metered<CreatedSpeech>>> => {
    const { principal, request, memory } = input
    const model = findModel(deps.catalog, request.model, principal.allowedModels)
    if (isLeft(model)) return model
    const planned = planSpeech(model.right, request)
    if (isLeft(planned)) return planned
    const plan = planned.right
    const description = `Speech from ${plan.model.id}`
    const terms = paidTerms(deps.ids, input, { ...plan, description })

    return meteredCall(deps)(terms, async (): Promise<WorkResult<WorkFailure, CreatedSpeech>> => {
      const attempts: Attempt[] = []
      const call = { model: plan.model, attempts }
      const synthesized = await synthesize(deps, plan, request, { operationId: terms.operationId, memory, attempts })
      if (isLeft(synthesized)) return left(unanswered(call, synthesized.left))
      const { sound, usage: counted, ignored } = synthesized.right
      const encoded = await encode(deps, sound, request, call)
      if (isLeft(encoded)) return encoded
      const bill = billSpeech(plan, request, counted)
      const { priceMicro: price, estimated } = bill
      const usage = billJson(bill)
      const receipt = receiptFacts({ ...call, outcome: 'succeeded', usage, estimated })
      return right({
        answer: { ...encoded.right, priceMicro: price, ignored },
        verdict: { tag: 'charge', price, receipt },
      })
    })
  }
