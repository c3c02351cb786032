import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { ModelNotFound } from '../../../domain/catalog/find-model.ts'
import { billEmbeddings, isCounted } from '../../../domain/embeddings/bill.ts'
import type { EmbeddingBill } from '../../../domain/embeddings/bill.ts'
import { estimateTokens } from '../../../domain/embeddings/estimate.ts'
import { overlongInput, suspectedInputs } from '../../../domain/embeddings/overlong.ts'
import type { OverlongInput } from '../../../domain/embeddings/overlong.ts'
import { planEmbeddings } from '../../../domain/embeddings/plan.ts'
import type { EmbeddingPlan, EmbeddingPlanFailure } from '../../../domain/embeddings/plan.ts'
import type { EmbeddingRequest } from '../../../domain/embeddings/request.ts'
import { checkVectors } from '../../../domain/embeddings/vectors.ts'
import type { Vectors } from '../../../domain/embeddings/vectors.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { receiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { EmbeddingCall, EmbeddingProvider, EmbeddingResult } from '../../ports/providers/embedding-provider.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'
import { meteredCall } from '../metering/metered-call.ts'
import type { Metered, MeteredDeps, MeteredFailure, WorkResult } from '../metering/metered-call.ts'
import { tokenTerms } from '../metering/paid-operation.ts'
import type { TokenPayer } from '../metering/paid-operation.ts'
import { unanswered } from '../metering/unanswered.ts'
import { tryDeployments } from '../routing/try-deployments.ts'
import type { CircuitBreakers } from '../routing/circuit-breakers.ts'

export interface CreateEmbeddingsDeps extends MeteredDeps {
  readonly catalog: ModelCatalog
  /** By provider id. */
  readonly providers: ReadonlyMap<string, EmbeddingProvider>
  readonly circuits: CircuitBreakers
  readonly tokens: TokenCounter
  readonly ids: IdGenerator
}

export interface CreateEmbeddingsInput extends TokenPayer {
  readonly principal: TokenPayer['principal'] & Pick<GatewayPrincipal, 'allowedModels'>
  readonly request: EmbeddingRequest
  /** Where the vectors go while they are in memory; absent, they are not counted. */
  readonly memory?: HeldMemory | undefined
}

export interface CreatedEmbeddings {
  /** One an input, in their order. */
  readonly vectors: Vectors
  /** What is charged by: the provider's count, ours where it gave none, and never more than the bound of the hold. */
  readonly promptTokens: number
  /** Fields of the request that the provider was not sent. */
  readonly ignored: readonly string[]
  readonly priceMicro: bigint
}

export type CreateEmbeddingsFailure = ModelNotFound | EmbeddingPlanFailure | MeteredFailure | CallFailure

/** Counts the texts that look too long, because a provider would refuse them only after money was held. */
const findOverlong = async (
  { tokens }: CreateEmbeddingsDeps,
  { model, request }: EmbeddingPlan,
  caller: string,
): Promise<OverlongInput | null> => {
  const { suspects, maxCount } = suspectedInputs(model, request)
  for (const { index, beginning } of suspects) {
    if ((await tokens.count([beginning], { most: maxCount, caller })) > maxCount)
      return overlongInput(model, request, index)
  }
  return null
}

/** Without a signal: a call whose caller left runs to its end and is charged. */
const embed = (
  deps: CreateEmbeddingsDeps,
  { model, request }: EmbeddingPlan,
  { attempts, ...call }: Pick<EmbeddingCall, 'operationId' | 'memory'> & { readonly attempts: Attempt[] },
): Promise<Either<UpstreamFailure, EmbeddingResult>> => {
  // As cheap to ask again as chat.
  const route = { ...deps, deployments: model.deployments, rule: 'chat', attempts } as const
  return tryDeployments(route, async (provider, deployment) => {
    const answer = await provider.embed({ ...call, deployment, request })
    if (isLeft(answer)) return answer
    const { upstreamRequestId } = answer.right
    const checked = checkVectors(answer.right.vectors, request)
    return isLeft(checked) ? left(badAnswer(checked.left.message, upstreamRequestId)) : answer
  })
}

/** By the provider's count, else by our own. */
const billOf = async (
  { tokens }: CreateEmbeddingsDeps,
  plan: EmbeddingPlan,
  reported: number | null,
): Promise<EmbeddingBill> => {
  if (isCounted(reported)) return billEmbeddings(plan, reported, false)
  const { countable, tokens: others } = estimateTokens(plan.request.inputs)
  const counted = countable.length === 0 ? 0 : await tokens.count(countable)
  return billEmbeddings(plan, counted + others, true)
}

/**
 * Turns texts into vectors. The money is held before the provider is asked and charged by `delivered`; a failure gives
 * it back.
 */
export const createEmbeddings =
  (deps: CreateEmbeddingsDeps) =>
  async (input: CreateEmbeddingsInput): Promise<Either<CreateEmbeddingsFailure, Metered<CreatedEmbeddings>>> => {
    const { principal, request, memory } = input
    const model = findModel(deps.catalog, request.model, principal.allowedModels)
    if (isLeft(model)) return model
    const planned = planEmbeddings(model.right, request)
    if (isLeft(planned)) return planned
    const plan = planned.right
    const overlong = await findOverlong(deps, plan, principal.walletId)
    if (overlong !== null) return left(overlong)
    const description = `Embeddings from ${plan.model.id}`
    const terms = tokenTerms(deps.ids, input, { ...plan, description })

    return meteredCall(deps)(terms, async (): Promise<WorkResult<CallFailure, CreatedEmbeddings>> => {
      const attempts: Attempt[] = []
      const embedded = await embed(deps, plan, { operationId: terms.operationId, memory, attempts })
      if (isLeft(embedded)) return left(unanswered({ model: plan.model, attempts }, embedded.left))
      const { vectors, promptTokens: reported, ignored } = embedded.right
      const { priceMicro: price, usage: used, estimated } = await billOf(deps, plan, reported)
      const usage = { inputs: request.inputs.length, prompt_tokens: used.promptTokens, total_tokens: used.promptTokens }
      const receipt = receiptFacts({ model: plan.model, outcome: 'succeeded', usage, estimated, attempts })
      return right({
        answer: { vectors, promptTokens: used.promptTokens, ignored, priceMicro: price },
        verdict: { tag: 'charge', price, receipt },
      })
    })
  }
