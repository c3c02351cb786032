import {
  createTraceState,
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import type { Context, Span as OtelSpan, SpanContext } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import type { TraceContext } from '../../../adapters/http/request/trace-context.ts'
import type { TracingConfig } from '../../config/tracing-settings.ts'
import { VERSION } from '../../version.ts'
import type { Log } from '../logging.ts'
import { scrubText } from '../scrub.ts'
import { ATTRIBUTES } from './attributes.ts'
import type { Attributes } from './attributes.ts'
import { samplerOf } from './samplers.ts'
import { spanClock } from './span-clock.ts'
import { spanExport } from './span-export.ts'
import type { TraceScope } from './trace-scope.ts'
import type { Span, SpanKind, Tracing } from './tracing.ts'

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  internal: OtelKind.INTERNAL,
}

/** Of one attribute; a longer text is cut. */
const MAX_ATTRIBUTE_CHARS = 16_384

/** How long a stop waits for the receiver of the spans. */
const CLOSE_MS = 3_000

/** A span that is sent, and the context in which its children begin. */
interface RecordedSpan extends Span {
  readonly context: Context
}

const remote = ({ traceId, spanId, isSampled, state }: TraceContext): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(state === null ? {} : { traceState: createTraceState(state) }),
  })

const contextOf = (parent: Span | TraceContext | null): Context => {
  if (parent === null) return ROOT_CONTEXT
  // Every span that a caller can have was made here, and of those that are not recorded none has children.
  return 'isSampled' in parent ? remote(parent) : (parent as RecordedSpan).context
}

const present = (attributes: Attributes): Record<string, string | number | boolean | string[]> => {
  const found: Record<string, string | number | boolean | string[]> = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue
    if (typeof value === 'string') found[name] = scrubText(value)
    else found[name] = typeof value === 'object' ? [...value] : value
  }
  return found
}

const headersOf = ({ traceId, spanId, traceFlags, traceState }: SpanContext): Readonly<Record<string, string>> => {
  const flags = (traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')
  const state = traceState?.serialize() ?? ''
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(state === '' ? {} : { tracestate: state }) }
}

const nothing = (): void => undefined

/** Only names a trace, for the log and for other programs. Most requests have no more, so it costs next to nothing. */
const unrecordedSpan = (own: SpanContext): Span => ({
  traceId: own.traceId,
  spanId: own.spanId,
  isRecorded: false,
  rename: nothing,
  add: nothing,
  fail: nothing,
  end: nothing,
  headers: () => headersOf(own),
})

const recordedSpan = (span: OtelSpan, parent: Context, now: ReturnType<typeof spanClock>): RecordedSpan => {
  const own = span.spanContext()
  return {
    traceId: own.traceId,
    spanId: own.spanId,
    isRecorded: true,
    context: trace.setSpan(parent, span),
    rename: (name) => void span.updateName(name),
    add: (attributes) => void span.setAttributes(present(attributes)),
    fail: (type, message) => {
      span.setAttribute(ATTRIBUTES.error, type)
      span.setStatus({ code: SpanStatusCode.ERROR, ...(message === undefined ? {} : { message: scrubText(message) }) })
    },
    end: () => span.end(now()),
    headers: () => headersOf(own),
  }
}

/** Tracing with OpenTelemetry's own library, which registers nothing global and patches nothing. */
export const otlpTracing = (config: TracingConfig, scope: TraceScope, log: Log): Tracing => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...config.resource, 'service.version': VERSION }),
    sampler: samplerOf(config),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARS },
    spanProcessors: [spanExport(config, log)],
  })
  const now = spanClock()
  const tracer = provider.getTracer('model-gateway', VERSION)
  return {
    showsContent: config.showsContent,
    run: scope.run,
    current: scope.current,
    start: (name, kind, parent, attributes) => {
      if (parent !== null && 'isRecorded' in parent && !parent.isRecorded) return parent
      const context = contextOf(parent)
      const begun = tracer.startSpan(name, { kind: KINDS[kind], startTime: now() }, context)
      if (!begun.isRecording()) return unrecordedSpan(begun.spanContext())
      const span = recordedSpan(begun, context, now)
      span.add(attributes)
      return span
    },
    close: async () => {
      let timer: NodeJS.Timeout | undefined
      const tooLong = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS)
      })
      // What could not be sent was reported when it failed.
      await Promise.race([provider.shutdown().catch(() => undefined), tooLong])
      clearTimeout(timer)
    },
  }
}
