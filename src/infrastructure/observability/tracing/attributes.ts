/**
 * Every attribute of our spans. Those of `gen_ai` follow OpenTelemetry's conventions for generative AI, which are not
 * yet stable: a name that changes there changes here alone. `gateway` is ours. None of them may hold a key, a mail
 * address or, but for the two of contents, what a caller wrote.
 */
export const ATTRIBUTES = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  clientAddress: 'client.address',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  error: 'error.type',

  work: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  /** What the client asked for, before a deployment was chosen. */
  originalModel: 'gen_ai.original.model',
  isStream: 'gen_ai.request.stream',
  maxTokens: 'gen_ai.request.max_tokens',
  temperature: 'gen_ai.request.temperature',
  topP: 'gen_ai.request.top_p',
  choices: 'gen_ai.request.choice.count',
  outputType: 'gen_ai.output.type',
  finishReasons: 'gen_ai.response.finish_reasons',
  firstChunkSeconds: 'gen_ai.response.time_to_first_chunk',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cachedTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_creation.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',

  requestId: 'gateway.request.id',
  operation: 'gateway.operation.name',
  operationId: 'gateway.operation.id',
  userId: 'gateway.user.id',
  costRub: 'gateway.cost.rub',
  costTokens: 'gateway.cost.tokens',
  hasClientLeft: 'gateway.client.left',
  /** The catalogue's name of a provider, which the operator chose. */
  providerId: 'gateway.provider.id',
  upstreamRequestId: 'gateway.upstream.request_id',
  upstreamStatus: 'gateway.upstream.status_code',
  upstreamCode: 'gateway.upstream.code',
  isCancelled: 'gateway.upstream.cancelled',
  /** Sums of money are decimals in the currency of the wallet. */
  held: 'gateway.hold.amount',
  price: 'gateway.price.amount',
  charged: 'gateway.charge.amount',
  writtenOff: 'gateway.writeoff.amount',
  outcome: 'gateway.ledger.outcome',
  releaseReason: 'gateway.release.reason',
} as const

type Name = (typeof ATTRIBUTES)[keyof typeof ATTRIBUTES]

/** What a span says; what is null or undefined is left out. */
export type Attributes = {
  readonly [N in Name]?: string | number | boolean | readonly string[] | null | undefined
}
