import type { EmbeddingModel } from '../../../src/domain/catalog/model.ts'
import type { EmbeddingRequest } from '../../../src/domain/embeddings/request.ts'
import { PLAIN_MODEL } from '../plain-model.ts'

/** A model that reads at most 100 tokens an input and makes at most 8 dimensions, at a micro-rouble a token. */
export const embeddingModel = (given: Partial<EmbeddingModel> = {}): EmbeddingModel => ({
  ...PLAIN_MODEL,
  id: 'vendor/embedding',
  kind: 'embedding',
  capabilities: new Set(),
  limits: { maxInputTokens: 100, dimensions: 8 },
  deployments: [
    { provider: 'first', upstreamModel: 'm1', parameters: {} },
    { provider: 'second', upstreamModel: 'm2', parameters: {} },
  ],
  tariff: {
    unit: 'tokens',
    inputPerMillion: 1_000_000n,
    cachedInputPerMillion: 1_000_000n,
    cacheWritePerMillion: 1_000_000n,
    outputPerMillion: null,
  },
  readsTokens: true,
  ...given,
})

export const embeddingRequest = (given: Partial<EmbeddingRequest> = {}): EmbeddingRequest => ({
  model: 'vendor/embedding',
  inputs: ['a text'],
  dimensions: null,
  user: null,
  ...given,
})
