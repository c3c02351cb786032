import { evictingMap } from '../evicting-map.ts'
import type { Span, Tracing } from './tracing.ts'

/** More operations than a process has under way; beyond it the oldest are evicted, and their ends join no trace. */
const MAX_OPERATIONS = 10_000

/**
 * The requests in whose traces paid operations are. The end of a hold comes behind the answer, at times from a listener
 * of a socket, which does not run inside the request: so the operation is found by its id.
 */
export interface OperationSpans {
  /** From now on what is done for the operation belongs to the request inside which this runs. Returns as `find`. */
  begin(operationId: string): Span | null
  /**
   * The request of the operation; the one inside which this runs where the operation is not known. Null if that is not
   * recorded, so that no port makes parts of it.
   */
  find(operationId: string | null): Span | null
  end(operationId: string): void
}

const recorded = (request: Span | null): Span | null => (request?.isRecorded === true ? request : null)

export const operationSpans = (tracing: Pick<Tracing, 'current'>): OperationSpans => {
  const requests = evictingMap<Span>(MAX_OPERATIONS)
  return {
    begin: (operationId) => {
      const request = tracing.current()
      if (request === null) return null
      // One that is not recorded too: its end may run inside another's request, and is not that one's work.
      requests.set(operationId, request)
      return recorded(request)
    },
    find: (operationId) => recorded(requests.get(operationId ?? '') ?? tracing.current()),
    end: (operationId) => void requests.take(operationId),
  }
}
