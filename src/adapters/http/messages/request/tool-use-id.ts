/**
 * Clients of Anthropic's wire take `[a-zA-Z0-9_-]+` for the id of a call, and most ids of other providers are not of
 * this form. Ids are rewritten so that two never become one, and that the provider gets back its own.
 */
const ANTHROPIC = /^toolu_[A-Za-z0-9_-]+$/
const PLAIN = /^[A-Za-z0-9_-]+$/

/** Before an id that is kept as it is. */
const WHOLE_MARK = 'toolu_w_'
/** Before the bytes of an id in base64. */
const BYTES_MARK = 'toolu_b_'

const isMarked = (id: string): boolean => id.startsWith(WHOLE_MARK) || id.startsWith(BYTES_MARK)

/** The id under which the client learns of a call. */
export const toToolUseId = (callId: string): string => {
  if (ANTHROPIC.test(callId) && !isMarked(callId)) return callId
  return PLAIN.test(callId)
    ? `${WHOLE_MARK}${callId}`
    : `${BYTES_MARK}${Buffer.from(callId, 'utf8').toString('base64url')}`
}

/** The id as the provider gave it; one that was not made here stays as it is. */
export const fromToolUseId = (id: string): string => {
  if (id.startsWith(WHOLE_MARK)) return id.slice(WHOLE_MARK.length)
  if (!id.startsWith(BYTES_MARK)) return id
  const payload = id.slice(BYTES_MARK.length)
  const callId = Buffer.from(payload, 'base64url').toString('utf8')
  return toToolUseId(callId) === id ? callId : id
}
