import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { NowOrLater } from '../../application/now-or-later.ts'
import type { ChatCall } from '../../application/ports/providers/chat-provider.ts'
import { badAnswer } from '../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { ProviderHttp, ProviderRequest } from './upstream/provider-http.ts'
import { countOf, jsonOf, objectOf } from './wire.ts'
import type { Wire } from './wire.ts'

/** Where a provider counts the tokens of a prompt, and what it is sent there. */
export interface CountWire {
  readonly path: string
  /** The body of a count, from the body of the call. */
  bodyOf(asked: Wire): Wire
}

interface AskingWire {
  toRequest(call: ChatCall, isStream: boolean): NowOrLater<Either<UpstreamFailure, ProviderRequest>>
  readonly count?: CountWire
}

/** A caller waits for the count before the call begins. */
const COUNT_TIMEOUT_MS = 20_000

const fieldsOf = ({ body }: ProviderRequest): Wire =>
  body['bytes'] instanceof Uint8Array ? (objectOf(jsonOf(new TextDecoder().decode(body['bytes']))) ?? {}) : body

/** Those of the fields that a count takes; a provider refuses the others. */
export const fieldsAmong = (fields: Wire, names: ReadonlySet<string>): Wire =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))

/** The provider's count of the prompt of a call; null if its wire has none. */
export const countedPrompt = async (
  http: ProviderHttp,
  { toRequest, count }: AskingWire,
  call: ChatCall,
): Promise<Either<UpstreamFailure, number | null>> => {
  if (count === undefined) return right(null)
  const asked = await toRequest(call, false)
  if (isLeft(asked)) return asked
  const request = { ...asked.right, path: count.path, body: count.bodyOf(fieldsOf(asked.right)) }
  const response = await http.postJson(request, { signal: AbortSignal.timeout(COUNT_TIMEOUT_MS) })
  if (isLeft(response)) return response
  const tokens = countOf(objectOf(response.right.body)?.['input_tokens'])
  return tokens === null
    ? left(badAnswer('The upstream answer has no count of tokens.', response.right.upstreamRequestId))
    : right(tokens)
}
