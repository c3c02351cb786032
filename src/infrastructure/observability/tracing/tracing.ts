import type { TraceIds } from '../../../adapters/http/request/access-record.ts'
import type { TraceContext } from '../../../adapters/http/request/trace-context.ts'
import type { Attributes } from './attributes.ts'

/** One piece of work in a trace. The code that starts it ends it. */
export interface Span extends TraceIds {
  /** False where the span is not sent: what costs time to find out for it can be left out. */
  readonly isRecorded: boolean
  rename(name: string): void
  add(attributes: Attributes): void
  /** The work failed: `type` is the tag of a failure, `message` a sentence without secrets. */
  fail(type: string, message?: string): void
  end(): void
  /** The headers by which another program joins the trace. */
  headers(): Readonly<Record<string, string>>
}

/** What a span covers: a request of a client, a call of ours to another program, or work within the process. */
export type SpanKind = 'server' | 'client' | 'internal'

export interface Tracing {
  /** Whether spans of chat carry what was asked and answered. */
  readonly showsContent: boolean
  /** A part of a span that is not recorded is that span itself: nothing is made for it. */
  start(name: string, kind: SpanKind, parent: Span | TraceContext | null, attributes: Attributes): Span
  /** Does the work inside the span: `current` answers it there, also after each `await`. */
  run<T>(span: Span, work: () => T): T
  /** The span inside which this runs; null outside of all. */
  current(): Span | null
  /** Sends what waits, within a few seconds; what cannot be sent by then is lost. */
  close(): Promise<void>
}
