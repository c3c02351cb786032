import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { ModelNotFound } from '../../../domain/catalog/find-model.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import { affordedQuality, cheaperQualities, smallerImageHold } from '../../../domain/images/affordable.ts'
import type { NamedQuality } from '../../../domain/images/affordable.ts'
import { planImage } from '../../../domain/images/plan.ts'
import type { ImageParams, ImagePlan, ImagePlanFailure } from '../../../domain/images/plan.ts'
import type { ImageRequest } from '../../../domain/images/request.ts'
import type { ImageUsage } from '../../../domain/images/usage.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import { signMedia } from '../../media/message-view.ts'
import type { SignMediaDeps } from '../../media/message-view.ts'
import { storeImages } from '../../media/store-images.ts'
import type { GeneratedImage } from '../../ports/providers/image-provider.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { MediaAssetStore } from '../../ports/media/media-asset-store.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { UrlFetcher } from '../../ports/media/url-fetcher.ts'
import { generateAndBillImages } from './generate-and-bill-images.ts'
import type { GenerateAndBillImagesDeps } from './generate-and-bill-images.ts'
import type { InputImageFailure, ImageSource } from '../../media/input-image.ts'
import { loadImages } from '../../media/load-images.ts'
import { meteredCall } from '../metering/metered-call.ts'
import type { Metered, MeteredDeps, MeteredFailure, WorkResult } from '../metering/metered-call.ts'
import { paidTerms } from '../metering/paid-operation.ts'
import type { Payer } from '../metering/paid-operation.ts'

export interface CreateImageDeps extends MeteredDeps, GenerateAndBillImagesDeps, SignMediaDeps {
  readonly catalog: ModelCatalog
  readonly urls: UrlFetcher
  readonly ids: IdGenerator
  readonly media: Pick<MediaStore, 'put'>
  readonly mediaAssets: Pick<MediaAssetStore, 'add'>
}

export interface CreateImageInput extends Payer {
  readonly principal: Payer['principal'] & Pick<GatewayPrincipal, 'allowedModels'>
  readonly ask: ImageParams<ImageSource>
  /** True: 402 where the money does not last for whatever quality the provider may choose. */
  readonly isNeverShortened?: boolean | undefined
  /** Where the images go while they are in memory; absent, they are not counted. */
  readonly memory?: HeldMemory | undefined
}

export interface CreatedImage {
  /** `stored`: a signed path, to be put behind this service's own address. */
  readonly file:
    | { readonly tag: 'inline'; readonly bytes: Uint8Array }
    | { readonly tag: 'stored'; readonly path: string }
  readonly revisedPrompt: string | null
}

export interface CreatedImages {
  readonly images: readonly CreatedImage[]
  readonly usage: ImageUsage
  readonly priceMicro: bigint
  /** The quality that was asked for because there was not the money for more; null if the client's wish was kept. */
  readonly namedQuality: string | null
}

export type CreateImageFailure = ModelNotFound | ImagePlanFailure | InputImageFailure | MeteredFailure | CallFailure

/** Stored images are readable at once: their rows are written before the caller gets their addresses. */
const deliverImages = async (
  deps: CreateImageDeps,
  request: ImageRequest,
  operationId: string,
  images: readonly GeneratedImage[],
): Promise<readonly CreatedImage[]> => {
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

interface Wanted {
  readonly plan: ImagePlan
  readonly request: ImageRequest
  readonly namedQuality: string | null
}

/** How a call that leaves its quality open is held where the wallet does not cover the most expensive one. */
const imageHolding = (plan: ImagePlan, { ask, isNeverShortened = false }: CreateImageInput) => {
  // Planned only where the hold for the most expensive one was refused, which few calls see.
  let qualities: readonly NamedQuality[] = []
  return {
    findSmallerHold: async () => {
      qualities = isNeverShortened ? [] : cheaperQualities(plan, ask)
      return { holdMicro: plan.holdMicro, less: smallerImageHold(qualities) ?? undefined }
    },
    /** What is asked of the provider where this much is held. */
    affordedBy: (request: ImageRequest, holdMicro: bigint): Wanted => {
      const named = holdMicro < plan.holdMicro ? affordedQuality(qualities, holdMicro) : null
      if (named === null) return { plan, request, namedQuality: null }
      return { plan: named.plan, request: { ...request, quality: named.quality }, namedQuality: named.quality }
    },
  }
}

/**
 * Generates or edits images. Where the client leaves the quality to the provider and the money does not last for the
 * most expensive one, the most expensive that the held sum covers is asked for. Input images that the caller gave by
 * address are fetched before money is held. `delivered` charges the money; on any failure, a refusal among them, the
 * hold is released.
 */
export const createImage =
  (deps: CreateImageDeps) =>
  async (input: CreateImageInput): Promise<Either<CreateImageFailure, Metered<CreatedImages>>> => {
    const { principal, ask, memory } = input
    const model = findModel(deps.catalog, ask.model, principal.allowedModels)
    if (isLeft(model)) return model
    const planned = planImage(model.right, ask)
    if (isLeft(planned)) return planned
    const loaded = await loadImages(deps.urls, memory)(ask)
    if (isLeft(loaded)) return loaded
    const description = `Images from ${planned.right.model.id}`
    const needsRow = loaded.right.responseFormat !== 'b64_json'
    const terms = { ...paidTerms(deps.ids, input, { ...planned.right, description }), needsRow }
    const { findSmallerHold, affordedBy } = imageHolding(planned.right, input)

    const work = async (holdMicro: bigint): Promise<WorkResult<CallFailure, CreatedImages>> => {
      const { plan, request, namedQuality } = affordedBy(loaded.right, holdMicro)
      const generated = await generateAndBillImages(deps)(plan, request, { operationId: terms.operationId, memory })
      if (isLeft(generated)) return generated
      const { bill, receipt } = generated.right
      const images = await deliverImages(deps, request, terms.operationId, generated.right.images)
      const answer = { images, usage: bill.usage, priceMicro: bill.priceMicro, namedQuality }
      return right({ answer, verdict: { tag: 'charge', price: bill.priceMicro, receipt } })
    }
    return meteredCall(deps)(terms, work, findSmallerHold)
  }
