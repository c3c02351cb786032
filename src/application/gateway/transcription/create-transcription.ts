import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { ModelNotFound } from '../../../domain/catalog/find-model.ts'
import type { Model } from '../../../domain/catalog/model.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { receiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { UsageFigures } from '../../../domain/ledger/receipt-facts.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { audioLengthOf } from '../../../domain/transcription/audio-file.ts'
import type { InvalidAudio } from '../../../domain/transcription/audio-file.ts'
import { billTranscription, textsToCount } from '../../../domain/transcription/bill.ts'
import { checkTranscription, leastTranscriptionHold, planTranscription } from '../../../domain/transcription/plan.ts'
import type { TranscriptionPlan, TranscriptionPlanFailure } from '../../../domain/transcription/plan.ts'
import type { TranscriptionRequest } from '../../../domain/transcription/request.ts'
import type { Transcript, TranscriptPiece } from '../../../domain/transcription/transcript.ts'
import type { TranscriptionUsage } from '../../../domain/transcription/usage.ts'
import type { AudioProbe } from '../../ports/media/audio-probe.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { TranscriptionProvider, TranscriptionResult } from '../../ports/providers/transcription-provider.ts'
import { meteredCall } from '../metering/metered-call.ts'
import type { Metered, MeteredFailure, WorkResult } from '../metering/metered-call.ts'
import { paidTerms, tokenTerms } from '../metering/paid-operation.ts'
import type { TokenPayer } from '../metering/paid-operation.ts'
import { refusePoorWallet } from '../metering/refuse-poor-wallet.ts'
import type { RefusePoorWalletDeps } from '../metering/refuse-poor-wallet.ts'
import { unanswered } from '../metering/unanswered.ts'
import { tryDeployments } from '../routing/try-deployments.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import type { CircuitBreakers } from '../routing/circuit-breakers.ts'

interface CreateTranscriptionDeps extends RefusePoorWalletDeps {
  readonly catalog: ModelCatalog
  /** By provider id. */
  readonly providers: ReadonlyMap<string, TranscriptionProvider>
  readonly circuits: CircuitBreakers
  readonly probe: AudioProbe
  readonly tokens: TokenCounter
  readonly ids: IdGenerator
}

export interface CreateTranscriptionInput extends TokenPayer {
  readonly principal: TokenPayer['principal'] & Pick<GatewayPrincipal, 'allowedModels' | 'userId'>
  readonly request: TranscriptionRequest
  /** Hears the words as they come, where the provider streams. */
  readonly onPiece?: ((piece: TranscriptPiece) => void) | undefined
  /** Where the transcript goes while it is in memory; absent, it is not counted. */
  readonly memory?: HeldMemory | undefined
}

export interface CreatedTranscription {
  readonly transcript: Transcript
  /** How long the recording is, as its file says. */
  readonly seconds: number
  readonly usage: TranscriptionUsage
  readonly priceMicro: bigint
}

export type CreateTranscriptionFailure =
  | ModelNotFound
  | TranscriptionPlanFailure
  | InvalidAudio
  | { readonly tag: 'overloaded' }
  | MeteredFailure
  | CallFailure

/** What a recording is refused for before any provider is asked. */
type Refusal = Exclude<CreateTranscriptionFailure, CallFailure>

const descriptionOf = ({ id }: Pick<Model, 'id'>): string => `Transcription by ${id}`

const plan = async (
  deps: CreateTranscriptionDeps,
  { principal, request }: CreateTranscriptionInput,
): Promise<Either<Refusal, TranscriptionPlan>> => {
  const model = findModel(deps.catalog, request.model, principal.allowedModels)
  if (isLeft(model)) return model
  const checked = checkTranscription(model.right, request)
  if (isLeft(checked)) return checked
  // To read a file takes a thread for seconds, and what is refused costs its caller nothing.
  const holdMicro = leastTranscriptionHold(checked.right, request)
  const least = { model: checked.right, holdMicro, description: descriptionOf(checked.right) }
  const refused = await refusePoorWallet(deps)(principal.userId, paidTerms(deps.ids, { principal }, least))
  if (refused !== null) return left(refused)
  const declared = await deps.probe.lengthOf(request.file, principal.walletId)
  if (isLeft(declared)) return declared
  const length = audioLengthOf(request.file, declared.right)
  return isLeft(length) ? length : right(planTranscription(checked.right, request, length.right))
}

/** Without a signal: a call whose caller left runs to its end and is charged. */
const transcribe = (
  deps: CreateTranscriptionDeps,
  { model, seconds, maxOutputTokens }: TranscriptionPlan,
  { request, onPiece, memory }: CreateTranscriptionInput,
  { operationId, attempts }: { readonly operationId: string; readonly attempts: Attempt[] },
): Promise<Either<UpstreamFailure, TranscriptionResult>> => {
  let hasText = false
  const hear =
    onPiece === undefined || !model.streams
      ? undefined
      : (piece: TranscriptPiece): void => {
          hasText = true
          onPiece(piece)
        }
  // Once the caller has read a word, no other provider may begin anew.
  const route = { ...deps, deployments: model.deployments, rule: 'media', attempts, isWanted: () => !hasText } as const
  return tryDeployments(route, (provider, deployment) =>
    provider.transcribe({ operationId, deployment, request, seconds, maxOutputTokens, onPiece: hear, memory }),
  )
}

const figuresOf = (usage: TranscriptionUsage): UsageFigures => {
  switch (usage.tag) {
    case 'duration':
      return { seconds: usage.seconds }
    case 'tokens':
      return {
        input_audio_tokens: usage.audioTokens,
        input_text_tokens: usage.textTokens,
        output_tokens: usage.outputTokens,
      }
  }
}

/** The bill of an answer. What its provider left uncounted is counted by the tokenizer. */
const billOf = async (
  { tokens }: CreateTranscriptionDeps,
  planned: TranscriptionPlan,
  request: TranscriptionRequest,
  { transcript, usage }: TranscriptionResult,
) => {
  const texts = textsToCount(planned, request, transcript, usage)
  if (texts === null) return billTranscription(planned, usage, null)
  const [promptTokens, outputTokens] = [await tokens.count(texts.prompt), await tokens.count(texts.output)]
  return billTranscription(planned, usage, { promptTokens, outputTokens })
}

/**
 * Transcribes a recording. The money is held before the provider is asked and charged by `delivered`; a
 * failure gives it back, also one after the first words.
 */
export const createTranscription =
  (deps: CreateTranscriptionDeps) =>
  async (
    input: CreateTranscriptionInput,
  ): Promise<Either<CreateTranscriptionFailure, Metered<CreatedTranscription>>> => {
    const { request } = input
    const planned = await plan(deps, input)
    if (isLeft(planned)) return planned
    const { model, seconds, holdMicro, tokenBound } = planned.right
    const description = descriptionOf(model)
    const terms = tokenTerms(deps.ids, input, { model, holdMicro, tokenBound, description })

    return meteredCall(deps)(terms, async (): Promise<WorkResult<CallFailure, CreatedTranscription>> => {
      const attempts: Attempt[] = []
      const worked = await transcribe(deps, planned.right, input, { operationId: terms.operationId, attempts })
      if (isLeft(worked)) return left(unanswered({ model, attempts }, worked.left))
      const { priceMicro, usage: used, estimated } = await billOf(deps, planned.right, request, worked.right)
      const usage = figuresOf(used)
      const receipt = receiptFacts({ model, outcome: 'succeeded', usage, estimated, attempts })
      return right({
        answer: { transcript: worked.right.transcript, seconds, usage: used, priceMicro },
        verdict: { tag: 'charge', price: priceMicro, receipt },
      })
    })
  }
