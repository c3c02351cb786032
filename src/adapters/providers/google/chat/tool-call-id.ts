import { generatedCallId } from '../../call-ids/generated-call-id.ts'

/**
 * Google refuses the second turn of a tool call whose thought signature is missing, and clients of our interface
 * echo nothing of a call but its id. So the signature travels inside the id, in letters that every provider takes for
 * an id's (`[A-Za-z0-9_-]`), and is restored when the id comes back.
 */
interface SignedCallId {
  /** The provider's own id of the call, or one made here. */
  readonly id: string
  readonly thoughtSignature: string | null
}

/** Before a signature in base64, the usual form: it is kept as it is but for its alphabet. */
const BASE64_MARK = '__ts_'
/** Before the bytes of any other text. */
const TEXT_MARK = '__tt_'

export const encodeCallId = ({ id, thoughtSignature }: SignedCallId): string => {
  if (thoughtSignature === null) return id
  const bytes = Buffer.from(thoughtSignature, 'base64')
  return bytes.toString('base64') === thoughtSignature
    ? `${id}${BASE64_MARK}${bytes.toString('base64url')}`
    : `${id}${TEXT_MARK}${Buffer.from(thoughtSignature, 'utf8').toString('base64url')}`
}

/** Whatever came without a signature, ids of other providers included, is returned as it is. */
export const decodeCallId = (given: string): SignedCallId =>
  decoded(given, BASE64_MARK, 'base64') ?? decoded(given, TEXT_MARK, 'utf8') ?? { id: given, thoughtSignature: null }

const decoded = (given: string, mark: string, encoding: 'base64' | 'utf8'): SignedCallId | null => {
  const at = given.indexOf(mark)
  const payload = given.slice(at + mark.length)
  if (at <= 0 || payload === '' || !/^[A-Za-z0-9_-]+$/.test(payload)) return null
  return { id: given.slice(0, at), thoughtSignature: Buffer.from(payload, 'base64url').toString(encoding) }
}

/** An id for the nth call of an answer: the provider's own, unless it has none or holds one of the marks. */
export const callIdFor = (providerCallId: string | null, operationId: string, callIndex: number): string =>
  providerCallId === null || providerCallId.includes(BASE64_MARK) || providerCallId.includes(TEXT_MARK)
    ? generatedCallId(operationId, 0, callIndex)
    : providerCallId
