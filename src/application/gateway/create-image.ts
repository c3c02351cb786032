import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../domain/catalog/catalog.ts'
import { findModel, type ModelNotFound } from '../../domain/catalog/find-model.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import { billImages, type ImageBill } from '../../domain/images/bill.ts'
import { type ImageAsk, type ImagePlan, type ImagePlanFailure, planImage } from '../../domain/images/plan.ts'
import type { ImageRequest } from '../../domain/images/request.ts'
import type { ImageUsage } from '../../domain/images/usage.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import type { Attempt } from '../../domain/routing/attempt.ts'
import { type GatewayFailure, toGatewayFailure } from '../../domain/routing/gateway-failure.ts'
import type { DrawnImage, ImageAnswer } from '../ports/image-provider.ts'
import type { Ids } from '../ports/ids.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { UrlFetcher } from '../ports/url-fetcher.ts'
import { drawImages, type DrawImagesDeps } from './draw-images.ts'
import type { GivenImageFailure, ImageSource } from './given-image.ts'
import { keepImages, type KeepImagesDeps } from './keep-images.ts'
import { loadImages } from './load-images.ts'
import { failedReceipt, mediaReceipt } from './media-receipt.ts'
import { type HoldFailure, type Metered, meteredCall, type MeteredCallDeps, type Work } from './metered-call.ts'

export interface CreateImageDeps extends MeteredCallDeps, DrawImagesDeps, KeepImagesDeps {
  readonly catalog: ModelCatalog
  readonly tokens: TokenCounter
  readonly urls: UrlFetcher
  readonly ids: Ids
}

export interface CreateImageInput {
  readonly principal: Pick<GatewayPrincipal, 'walletId' | 'budgetId' | 'allowedModels'>
  readonly ask: ImageAsk<ImageSource>
  /** Given where the call already has a name (an idempotency record); made here otherwise. */
  readonly operationId?: string | undefined
}

export interface MadeImage {
  /** `stored`: a signed path, to be put behind this service's own address. */
  readonly file:
    | { readonly tag: 'inline'; readonly bytes: Uint8Array }
    | { readonly tag: 'stored'; readonly path: string }
  readonly revisedPrompt: string | null
}

export interface MadeImages {
  readonly images: readonly MadeImage[]
  readonly usage: ImageUsage
  readonly priceMicro: bigint
}

export type CreateImageFailure = ModelNotFound | ImagePlanFailure | GivenImageFailure | HoldFailure | GatewayFailure

const usageJson = (usage: ImageUsage, images: number): Json => ({
  images,
  input_text_tokens: usage.inputTextTokens,
  input_image_tokens: usage.inputImageTokens,
  output_tokens: usage.outputTokens,
  total_tokens: usage.totalTokens,
})

const hand = async (
  deps: KeepImagesDeps,
  request: ImageRequest,
  operationId: string,
  images: readonly DrawnImage[],
): Promise<readonly MadeImage[]> => {
  if (request.responseFormat === 'b64_json') {
    return images.map(({ bytes, revisedPrompt }) => ({ file: { tag: 'inline', bytes }, revisedPrompt }))
  }
  const paths = await keepImages(deps)(
    operationId,
    images.map(({ bytes }) => bytes),
  )
  return images.map(({ revisedPrompt }, index) => ({
    file: { tag: 'stored', path: paths[index] ?? '' },
    revisedPrompt,
  }))
}

/** What is charged. Our own count of the prompt is read only where the vendor gives no breakdown. */
const billOf = async (
  { tokens }: Pick<CreateImageDeps, 'tokens'>,
  plan: ImagePlan,
  request: ImageRequest,
  { images, usage }: ImageAnswer,
): Promise<ImageBill> => {
  const isBrokenDown = usage !== null && usage.inputTextTokens + usage.inputImageTokens + usage.outputTokens > 0
  const promptTokens = plan.pricing.tag === 'fixed' || isBrokenDown ? 0 : await tokens.count([request.prompt])
  return billImages(plan, request, { images: images.length, usage, promptTokens })
}

/**
 * Draws or edits. Images that the caller gave by address are fetched before money is held; it is charged by
 * `delivered`, and on any failure, a refusal among them, given back.
 */
export const createImage =
  (deps: CreateImageDeps) =>
  async ({
    principal,
    ask,
    operationId,
  }: CreateImageInput): Promise<Either<CreateImageFailure, Metered<MadeImages>>> => {
    const model = findModel(deps.catalog, ask.model, principal.allowedModels)
    if (isLeft(model)) return model
    const planned = planImage(model.right, ask)
    if (isLeft(planned)) return planned
    const loaded = await loadImages(deps.urls)(ask)
    if (isLeft(loaded)) return loaded
    const [plan, request] = [planned.right, loaded.right]
    const terms = {
      operationId: operationId ?? deps.ids.next(),
      walletId: principal.walletId,
      budgetId: principal.budgetId,
      kind: 'image',
      holdMicro: plan.holdMicro,
      description: `Images from ${plan.model.id}`,
      tariffVersion: plan.model.tariffVersion,
    } as const

    return meteredCall(deps)(terms, async (): Promise<Work<GatewayFailure, MadeImages>> => {
      const attempts: Attempt[] = []
      const drawn = await drawImages(deps, plan, request, { operationId: terms.operationId, attempts })
      if (isLeft(drawn)) {
        const receipt = failedReceipt({ model: plan.model, attempts }, drawn.left)
        return left({ failure: toGatewayFailure(drawn.left), receipt })
      }
      const bill = await billOf(deps, plan, request, drawn.right)
      const images = await hand(deps, request, terms.operationId, drawn.right.images)
      const { priceMicro: price, estimated } = bill
      const usage = usageJson(bill.usage, images.length)
      const receipt = mediaReceipt({ model: plan.model, outcome: 'succeeded', usage, estimated, attempts })
      const answer = { images, usage: bill.usage, priceMicro: price }
      return right({ answer, verdict: { tag: 'charge', price, usage, receipt } })
    })
  }
