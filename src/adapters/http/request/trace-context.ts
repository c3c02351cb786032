import type { IncomingHttpHeaders } from 'node:http'

/** What a caller says of the trace that its request belongs to (W3C Trace Context). It decides nothing but labels. */
export interface TraceContext {
  /** 32 hexadecimal digits, not all zero. */
  readonly traceId: string
  /** 16 of them: the caller's own span. */
  readonly spanId: string
  /** Whether the caller records its part of the trace. */
  readonly isSampled: boolean
  /** `tracestate` as it came; null if there is none of use. */
  readonly state: string | null
}

/** Of version 00 the header has these 55 characters; a later version may have more behind them. */
const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-[\x21-\x7e]*)?$/

/** No client has a reason to send more, also by a later version. */
const MAX_PARENT_CHARS = 128

/** What the specification asks of those who pass it on. */
const MAX_STATE_CHARS = 512

const IS_STATE = /^[\x20-\x7e]+$/

const IS_ZERO = /^0+$/

const SAMPLED = 0x01

/** The trace that a request names; null if it names none, or in a way that the specification does not allow. */
export const traceContextOf = ({ traceparent, tracestate }: IncomingHttpHeaders): TraceContext | null => {
  if (typeof traceparent !== 'string' || traceparent.length > MAX_PARENT_CHARS) return null
  const [, version = '', traceId = '', spanId = '', flags = '', rest] = TRACE_PARENT.exec(traceparent) ?? []
  if (version === '' || version === 'ff' || (version === '00' && rest !== undefined)) return null
  if (IS_ZERO.test(traceId) || IS_ZERO.test(spanId)) return null
  const isState = typeof tracestate === 'string' && tracestate.length <= MAX_STATE_CHARS && IS_STATE.test(tracestate)
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED
  return { traceId, spanId, isSampled, state: isState ? tracestate : null }
}
