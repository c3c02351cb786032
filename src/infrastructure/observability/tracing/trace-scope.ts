import { AsyncLocalStorage } from 'node:async_hooks'
import { traceFields } from '../trace-fields.ts'
import type { Tracing, Span } from './tracing.ts'

/** Inside which span code runs, and what the log says of it. */
export interface TraceScope extends Pick<Tracing, 'run' | 'current'> {
  /** Of every line that is logged inside a span. */
  readonly logFields: () => Readonly<Record<string, string>>
}

/** To be made only where there is tracing: a process that has no such scope pays nothing for it. */
export const openTraceScope = (): TraceScope => {
  const storage = new AsyncLocalStorage<Span>()
  const current = (): Span | null => storage.getStore() ?? null
  return {
    run: (span, work) => storage.run(span, work),
    current,
    logFields: () => traceFields(current()),
  }
}
