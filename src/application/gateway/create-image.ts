import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../domain/catalog/catalog.ts'
import { findModel, type ModelNotFound } from '../../domain/catalog/find-model.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import { type ImageAsk, type ImagePlanFailure, planImage } from '../../domain/images/plan.ts'
import type { ImageRequest } from '../../domain/images/request.ts'
import type { ImageUsage } from '../../domain/images/usage.ts'
import { type GatewayFailure, toGatewayFailure } from '../../domain/routing/gateway-failure.ts'
import { signMedia, type SignMediaDeps } from '../conversations/message-view.ts'
import { storeImages } from '../media/store-images.ts'
import type { DrawnImage } from '../ports/image-provider.ts'
import type { Ids } from '../ports/ids.ts'
import type { MediaAssetStore } from '../ports/media-asset-store.ts'
import type { MediaStore } from '../ports/media-store.ts'
import type { UrlFetcher } from '../ports/url-fetcher.ts'
import { drawAndBill, type DrawAndBillDeps } from './draw-and-bill.ts'
import type { GivenImageFailure, ImageSource } from './given-image.ts'
import { loadImages } from './load-images.ts'
import { type HoldFailure, type Metered, meteredCall, type MeteredCallDeps, type Work } from './metered-call.ts'

export interface CreateImageDeps extends MeteredCallDeps, DrawAndBillDeps, SignMediaDeps {
  readonly catalog: ModelCatalog
  readonly urls: UrlFetcher
  readonly ids: Ids
  readonly media: Pick<MediaStore, 'put'>
  readonly mediaAssets: Pick<MediaAssetStore, 'add'>
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

/** Stored images are readable at once: their rows are in before anybody is told where they are. */
const hand = async (
  deps: CreateImageDeps,
  request: ImageRequest,
  operationId: string,
  images: readonly DrawnImage[],
): Promise<readonly MadeImage[]> => {
  if (request.responseFormat === 'b64_json') {
    return images.map(({ bytes, revisedPrompt }) => ({ file: { tag: 'inline', bytes }, revisedPrompt }))
  }
  const files = images.map(({ bytes }) => bytes)
  const assets = await storeImages(deps.media)({ ownerId: operationId, galleryOf: null }, files)
  await deps.mediaAssets.add(assets)
  const paths = assets.map((asset) => signMedia(deps)(asset).path)
  return images.map(({ revisedPrompt }, index) => ({
    file: { tag: 'stored', path: paths[index] ?? '' },
    revisedPrompt,
  }))
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
      const drawn = await drawAndBill(deps)(plan, request, terms.operationId)
      if (isLeft(drawn)) return left({ ...drawn.left, failure: toGatewayFailure(drawn.left.failure) })
      const { bill, usage, receipt } = drawn.right
      const images = await hand(deps, request, terms.operationId, drawn.right.images)
      const answer = { images, usage: bill.usage, priceMicro: bill.priceMicro }
      return right({ answer, verdict: { tag: 'charge', price: bill.priceMicro, usage, receipt } })
    })
  }
