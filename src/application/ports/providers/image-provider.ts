import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageRequest } from '../../../domain/images/request.ts'
import type { ImageUsage } from '../../../domain/images/usage.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { ProviderCall } from './provider-call.ts'

export interface ImageCall extends ProviderCall {
  readonly request: ImageRequest
}

export interface GeneratedImage {
  /** As the provider made it; its format is read from the bytes, never from what the provider says. */
  readonly bytes: Uint8Array
  readonly revisedPrompt: string | null
}

export interface ImageResult {
  /** At least one. */
  readonly images: readonly GeneratedImage[]
  /** Null when the provider reported none. */
  readonly usage: ImageUsage | null
  readonly upstreamRequestId: string | null
}

/**
 * Generates and edits images with one provider. An answer without an image is `refused_content` where the provider
 * states that it declined, `bad_answer` otherwise. Where a provider returns only addresses, the adapter fetches the
 * bytes. Returns failures and never throws for the behaviour of an upstream.
 */
export interface ImageProvider {
  /** Fields of the request that the adapter does not send. Makes no call. */
  ignoredFields(question: Pick<ImageCall, 'deployment' | 'request'>): readonly string[]
  generate(call: ImageCall): Promise<Either<UpstreamFailure, ImageResult>>
}
