import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { billImages } from '../../../domain/images/bill.ts'
import type { ImageBill } from '../../../domain/images/bill.ts'
import type { ImagePlan } from '../../../domain/images/plan.ts'
import type { ImageRequest } from '../../../domain/images/request.ts'
import type { ImageUsage } from '../../../domain/images/usage.ts'
import { receiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { ReceiptFacts, UsageFigures } from '../../../domain/ledger/receipt-facts.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import type { GeneratedImage, ImageCall, ImageResult } from '../../ports/providers/image-provider.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'
import { generateImages } from './generate-images.ts'
import type { GenerateImagesDeps } from './generate-images.ts'
import { unanswered } from '../metering/unanswered.ts'
import type { Unanswered } from '../metering/unanswered.ts'

export interface GenerateAndBillImagesDeps extends GenerateImagesDeps {
  readonly tokens: TokenCounter
}

/** Generated images, and all that is written beside the money they cost. */
interface BilledImages {
  /** 1 to n. */
  readonly images: readonly GeneratedImage[]
  readonly bill: ImageBill
  readonly receipt: ReceiptFacts
}

const usageJson = (usage: ImageUsage, images: number): UsageFigures => ({
  images,
  input_text_tokens: usage.inputTextTokens,
  input_image_tokens: usage.inputImageTokens,
  output_tokens: usage.outputTokens,
  ...(usage.textOutputTokens === undefined ? {} : { output_text_tokens: usage.textOutputTokens }),
  total_tokens: usage.totalTokens,
})

/** Our own count of the prompt is read only where the provider gives no breakdown. */
const billOf = async (
  tokens: TokenCounter,
  plan: ImagePlan,
  request: ImageRequest,
  { images, usage }: ImageResult,
): Promise<ImageBill> => {
  const isBrokenDown = usage !== null && usage.inputTextTokens + usage.inputImageTokens + usage.outputTokens > 0
  const promptTokens = plan.pricing.tag === 'fixed' || isBrokenDown ? 0 : await tokens.count([request.prompt])
  return billImages(plan, request, { images: images.length, usage, promptTokens })
}

/** Asks the providers for the images and computes the price. */
export const generateAndBillImages =
  (deps: GenerateAndBillImagesDeps) =>
  async (
    plan: ImagePlan,
    request: ImageRequest,
    call: Pick<ImageCall, 'operationId' | 'memory'>,
  ): Promise<Either<Unanswered, BilledImages>> => {
    const { model } = plan
    const attempts: Attempt[] = []
    const generated = await generateImages(deps, plan, request, { ...call, attempts })
    if (isLeft(generated)) return left(unanswered({ model, attempts }, generated.left))
    const { images } = generated.right
    const bill = await billOf(deps.tokens, plan, request, generated.right)
    const usage = usageJson(bill.usage, images.length)
    const { estimated } = bill
    const receipt = receiptFacts({ model, outcome: 'succeeded', usage, estimated, attempts })
    return right({ images, bill, receipt })
  }
