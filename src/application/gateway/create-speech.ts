import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../domain/catalog/catalog.ts'
import { findModel, type ModelNotFound } from '../../domain/catalog/find-model.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import type { AudioMimeType } from '../../domain/media/asset.ts'
import type { Attempt } from '../../domain/routing/attempt.ts'
import { type GatewayFailure, toGatewayFailure } from '../../domain/routing/gateway-failure.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import { billSpeech, type SpeechBill } from '../../domain/speech/bill.ts'
import { planSpeech, type SpeechPlan, type SpeechPlanFailure } from '../../domain/speech/plan.ts'
import type { SpeechRequest } from '../../domain/speech/request.ts'
import { type Sound, soundOf } from '../../domain/speech/sound.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import type { AudioEncoder, EncodedAudio } from '../ports/audio-encoder.ts'
import type { Ids } from '../ports/ids.ts'
import type { SpeechAnswer, SpeechProvider } from '../ports/speech-provider.ts'
import { usageJson } from './chat-receipt.ts'
import type { Circuits } from './circuits.ts'
import { failedReceipt, mediaReceipt } from './media-receipt.ts'
import { type HoldFailure, type Metered, meteredCall, type MeteredCallDeps, type Work } from './metered-call.ts'
import { tryDeployments } from './try-deployments.ts'

export interface CreateSpeechDeps extends MeteredCallDeps {
  readonly catalog: ModelCatalog
  /** By provider id. */
  readonly providers: ReadonlyMap<string, SpeechProvider>
  readonly circuits: Circuits
  readonly encoder: AudioEncoder
  readonly ids: Ids
}

export interface CreateSpeechInput {
  readonly principal: Pick<GatewayPrincipal, 'walletId' | 'budgetId' | 'allowedModels'>
  readonly request: SpeechRequest
  /** Given where the call already has a name (an idempotency record); made here otherwise. */
  readonly operationId?: string | undefined
}

export interface MadeSpeech {
  readonly bytes: Uint8Array
  readonly mimeType: AudioMimeType
  readonly priceMicro: bigint
}

/** `overloaded`: as much sound is being encoded as this process takes on. */
export type CreateSpeechFailure =
  | ModelNotFound
  | SpeechPlanFailure
  | HoldFailure
  | GatewayFailure
  | { readonly tag: 'overloaded' }

type WorkFailure = GatewayFailure | { readonly tag: 'overloaded' }

const badAnswer = (upstreamRequestId: string | null, message: string): UpstreamFailure => ({
  tag: 'bad_answer',
  message,
  upstreamRequestId,
})

interface Spoken extends Omit<SpeechAnswer, 'audio' | 'mimeType'> {
  readonly sound: Sound
}

/** Without a signal: a call whose caller left runs to its end and is charged. */
const speak = (
  deps: CreateSpeechDeps,
  { model }: SpeechPlan,
  request: SpeechRequest,
  { operationId, attempts }: { readonly operationId: string; readonly attempts: Attempt[] },
): Promise<Either<UpstreamFailure, Spoken>> => {
  const route = { ...deps, deployments: model.deployments, rule: 'media', attempts } as const
  return tryDeployments(route, async (provider, deployment) => {
    const answer = await provider.speak({ operationId, deployment, request })
    if (isLeft(answer)) return answer
    const { audio, mimeType, usage, upstreamRequestId } = answer.right
    const sound = soundOf(audio, mimeType)
    if (isLeft(sound)) return left(badAnswer(upstreamRequestId, sound.left.message))
    if (sound.right.tag === 'mp3' && request.format !== 'mp3') {
      return left(badAnswer(upstreamRequestId, `the answer is an MP3, asked for was ${request.format}`))
    }
    return right({ sound: sound.right, usage, upstreamRequestId })
  })
}

const encode = async (
  { encoder }: CreateSpeechDeps,
  sound: Sound,
  { format }: SpeechRequest,
): Promise<Either<WorkFailure, EncodedAudio>> => {
  if (sound.tag === 'mp3') return right({ bytes: sound.bytes, mimeType: 'audio/mpeg' })
  const encoded = await encoder.encode(sound.pcm, format)
  if (!isLeft(encoded)) return encoded
  return left(
    encoded.left.tag === 'overloaded' ? { tag: 'overloaded' } : toGatewayFailure(badAnswer(null, encoded.left.message)),
  )
}

const billJson = ({ characters, usage }: SpeechBill): Json => ({
  characters,
  ...(usage === null ? {} : { tokens: usageJson(usage) }),
})

/** Says a text aloud. The money is held before the vendor is asked and charged by `delivered`; a failure gives it back. */
export const createSpeech =
  (deps: CreateSpeechDeps) =>
  async (input: CreateSpeechInput): Promise<Either<CreateSpeechFailure, Metered<MadeSpeech>>> => {
    const { principal, request, operationId } = input
    const model = findModel(deps.catalog, request.model, principal.allowedModels)
    if (isLeft(model)) return model
    const planned = planSpeech(model.right, request)
    if (isLeft(planned)) return planned
    const plan = planned.right
    const terms = {
      operationId: operationId ?? deps.ids.next(),
      walletId: principal.walletId,
      budgetId: principal.budgetId,
      kind: 'speech',
      holdMicro: plan.holdMicro,
      description: `Speech from ${plan.model.id}`,
      tariffVersion: plan.model.tariffVersion,
    } as const

    return meteredCall(deps)(terms, async (): Promise<Work<WorkFailure, MadeSpeech>> => {
      const attempts: Attempt[] = []
      const spoken = await speak(deps, plan, request, { operationId: terms.operationId, attempts })
      if (isLeft(spoken)) {
        const receipt = failedReceipt({ model: plan.model, attempts }, spoken.left)
        return left({ failure: toGatewayFailure(spoken.left), receipt })
      }
      const encoded = await encode(deps, spoken.right.sound, request)
      if (isLeft(encoded)) {
        const receipt = failedReceipt({ model: plan.model, attempts }, { tag: 'bad_answer' })
        return left({ failure: encoded.left, receipt })
      }
      const bill = billSpeech(plan, request, spoken.right.usage)
      const { priceMicro: price, estimated } = bill
      const usage = billJson(bill)
      const receipt = mediaReceipt({ model: plan.model, outcome: 'succeeded', usage, estimated, attempts })
      return right({
        answer: { ...encoded.right, priceMicro: price },
        verdict: { tag: 'charge', price, usage, receipt },
      })
    })
  }
