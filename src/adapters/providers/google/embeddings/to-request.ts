import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { EmbeddingCall } from '../../../../application/ports/providers/embedding-provider.ts'
import type { EmbeddingInput } from '../../../../domain/embeddings/request.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import type { Wire } from '../../wire.ts'
import { withFixedFields } from '../deployment-parameters.ts'
import { modelPath } from '../model-path.ts'

/** What to post for these inputs. The deployment's parameters (`taskType`) belong to each of them. */
export const toRequest = (
  inputs: readonly EmbeddingInput[],
  { request, deployment }: Pick<EmbeddingCall, 'request' | 'deployment'>,
): Either<UpstreamFailure, ProviderRequest> => {
  const requests: Wire[] = []
  for (const text of inputs) {
    if (typeof text !== 'string') return unsupported('input', 'This model reads texts, and no token numbers.')
    const one = {
      model: `models/${deployment.upstreamModel}`,
      content: { parts: [{ text }] },
      ...(request.dimensions === null ? {} : { outputDimensionality: request.dimensions }),
    }
    requests.push(withFixedFields(one, deployment))
  }
  return right({ path: modelPath(deployment, 'batchEmbedContents'), body: { requests } })
}
