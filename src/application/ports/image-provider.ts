import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../domain/catalog/model.ts'
import type { ImageRequest } from '../../domain/images/request.ts'
import type { ImageUsage } from '../../domain/images/usage.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'

export interface ImageCall {
  readonly operationId: string
  readonly deployment: Deployment
  readonly request: ImageRequest
  readonly signal?: AbortSignal | undefined
}

export interface DrawnImage {
  /** As the vendor made it; its format is read from the bytes, never from what the vendor says. */
  readonly bytes: Uint8Array
  readonly revisedPrompt: string | null
}

export interface ImageAnswer {
  /** At least one. */
  readonly images: readonly DrawnImage[]
  /** Null when the vendor reported none. */
  readonly usage: ImageUsage | null
  readonly upstreamRequestId: string | null
}

/**
 * Draws and edits with one vendor. An answer without an image is `refused_content` where the vendor says that it
 * declined, `bad_answer` otherwise. A vendor that gives only addresses is asked for the bytes by the adapter.
 * Returns failures, never throws for what an upstream does.
 */
export interface ImageProvider {
  /** Fields of the request that the vendor will not be given. Asks nobody. */
  ignores(question: Pick<ImageCall, 'deployment' | 'request'>): readonly string[]
  draw(call: ImageCall): Promise<Either<UpstreamFailure, ImageAnswer>>
}
