import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { FoundTask } from '../../domain/catalog/find-task.ts'
import { type GenerationAsk, planWriting } from '../../domain/conversation/plan-generation.ts'
import type { AskChatDeps } from '../gateway/ask-chat.ts'
import type { GivenImageFailure, ImageSource } from '../gateway/given-image.ts'
import { loadSources } from '../gateway/load-images.ts'
import { dataUrl } from '../media/data-url.ts'
import type { UrlFetcher } from '../ports/url-fetcher.ts'
import { type GenerationWork, refusedField } from './generation-work.ts'
import type { UnacceptableField } from './turn-failure.ts'
import { writeText } from './write-text.ts'

export interface WriteGenerationDeps extends AskChatDeps {
  readonly urls: UrlFetcher
}

/** An address of no picture: what a plan decides hangs on how many there are, not on what they show. */
const ANY_PICTURE = 'data:image/png;base64,'

/** Prepares a text for a task, about the pictures that are given. */
export const writeGeneration =
  (deps: WriteGenerationDeps) =>
  async (
    found: FoundTask,
    given: GenerationAsk<ImageSource>,
  ): Promise<Either<UnacceptableField | GivenImageFailure, GenerationWork>> => {
    const refusal = refusedField(given.parameters)
    // Nothing is fetched for a request that is refused.
    const possible = planWriting(found, { ...given, images: given.images.map(() => ANY_PICTURE) })
    if (isLeft(possible)) return left(refusal(possible.left))
    const images = await loadSources(deps.urls)(given.images)
    if (isLeft(images)) return images
    const plan = planWriting(found, { ...given, images: images.right.map(dataUrl) })
    if (isLeft(plan)) return left(refusal(plan.left))
    return right({
      given: images.right,
      carryOut: async (operationId) => {
        const written = await writeText(deps)(plan.right, operationId)
        return isLeft(written) ? written : right({ ...written.right, pictures: [] })
      },
    })
  }
