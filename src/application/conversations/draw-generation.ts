import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { FoundTask } from '../../domain/catalog/find-task.ts'
import { type GenerationAsk, planDrawing } from '../../domain/conversation/plan-generation.ts'
import { drawAndBill, type DrawAndBillDeps } from '../gateway/draw-and-bill.ts'
import type { GivenImageFailure, ImageSource } from '../gateway/given-image.ts'
import { loadImages } from '../gateway/load-images.ts'
import type { UrlFetcher } from '../ports/url-fetcher.ts'
import { type GenerationWork, refusedField } from './generation-work.ts'
import type { UnacceptableField } from './turn-failure.ts'

export interface DrawGenerationDeps extends DrawAndBillDeps {
  readonly urls: UrlFetcher
}

/** Prepares a picture for a task, or an edit of the pictures that are given. */
export const drawGeneration =
  (deps: DrawGenerationDeps) =>
  async (
    found: FoundTask,
    given: GenerationAsk<ImageSource>,
  ): Promise<Either<UnacceptableField | GivenImageFailure, GenerationWork>> => {
    const planned = planDrawing(found, given)
    if (isLeft(planned)) return left(refusedField(given.parameters)(planned.left))
    const { plan, ask } = planned.right
    const request = await loadImages(deps.urls)(ask)
    if (isLeft(request)) return request
    return right({
      given: request.right.images,
      carryOut: async (operationId) => {
        const drawn = await drawAndBill(deps)(plan, request.right, operationId)
        if (isLeft(drawn)) {
          const { failure, receipt } = drawn.left
          return left({ reason: failure.tag === 'refused_content' ? 'refused' : 'upstream_failed', receipt })
        }
        const { images, usage, receipt } = drawn.right
        return right({ text: '', pictures: images.map(({ bytes }) => bytes), usage, receipt })
      },
    })
  }
