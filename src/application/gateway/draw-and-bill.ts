import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { billImages, type ImageBill } from '../../domain/images/bill.ts'
import type { ImagePlan } from '../../domain/images/plan.ts'
import type { ImageRequest } from '../../domain/images/request.ts'
import type { ImageUsage } from '../../domain/images/usage.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import type { Attempt } from '../../domain/routing/attempt.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { DrawnImage, ImageAnswer } from '../ports/image-provider.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { drawImages, type DrawImagesDeps } from './draw-images.ts'
import { failedReceipt, mediaReceipt } from './media-receipt.ts'

export interface DrawAndBillDeps extends DrawImagesDeps {
  readonly tokens: TokenCounter
}

/** Images that were drawn and all that is written beside the money they cost. */
export interface Drawing {
  /** 1 to n. */
  readonly images: readonly DrawnImage[]
  readonly bill: ImageBill
  readonly usage: Json
  readonly receipt: Json
}

export interface NotDrawn {
  readonly failure: UpstreamFailure
  readonly receipt: Json
}

const usageJson = (usage: ImageUsage, images: number): Json => ({
  images,
  input_text_tokens: usage.inputTextTokens,
  input_image_tokens: usage.inputImageTokens,
  output_tokens: usage.outputTokens,
  total_tokens: usage.totalTokens,
})

/** Our own count of the prompt is read only where the vendor gives no breakdown. */
const billOf = async (
  tokens: TokenCounter,
  plan: ImagePlan,
  request: ImageRequest,
  { images, usage }: ImageAnswer,
): Promise<ImageBill> => {
  const isBrokenDown = usage !== null && usage.inputTextTokens + usage.inputImageTokens + usage.outputTokens > 0
  const promptTokens = plan.pricing.tag === 'fixed' || isBrokenDown ? 0 : await tokens.count([request.prompt])
  return billImages(plan, request, { images: images.length, usage, promptTokens })
}

/** Asks the vendors and reckons what came of it. */
export const drawAndBill =
  (deps: DrawAndBillDeps) =>
  async (plan: ImagePlan, request: ImageRequest, operationId: string): Promise<Either<NotDrawn, Drawing>> => {
    const { model } = plan
    const attempts: Attempt[] = []
    const drawn = await drawImages(deps, plan, request, { operationId, attempts })
    if (isLeft(drawn)) {
      return left({ failure: drawn.left, receipt: failedReceipt({ model, attempts }, drawn.left) })
    }
    const { images } = drawn.right
    const bill = await billOf(deps.tokens, plan, request, drawn.right)
    const usage = usageJson(bill.usage, images.length)
    const { estimated } = bill
    const receipt = mediaReceipt({ model, outcome: 'succeeded', usage, estimated, attempts })
    return right({ images, bill, usage, receipt })
  }
