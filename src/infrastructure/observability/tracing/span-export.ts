import { AsyncLocalStorage } from 'node:async_hooks'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace'
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'
import { MINUTE_MS } from '../../../domain/time-units.ts'
import type { TracingConfig } from '../../config/tracing-settings.ts'
import type { Log } from '../logging.ts'

/** The library's own, which is exported by a package that is not needed for anything else. */
const ExportResultCode = { SUCCESS: 0, FAILED: 1 } as const

/** Ended spans that wait to be sent; one more is dropped. */
const MAX_WAITING = 4_096
const BATCH = 512
const SEND_EVERY_MS = 2_000

/** Requests under way at once: one while the service runs, and all that waits when it stops. */
const MAX_REQUESTS = MAX_WAITING / BATCH

/** Beyond the time that a request may take, in which the library itself gives it up where it can. */
const GRACE_MS = 500

/** The log hears of losses once in this time. */
const REPORT_EVERY_MS = MINUTE_MS

interface Losses {
  /** No place to wait in. */
  dropped: number
  /** Not taken by their receiver. */
  refused: number
}

/** Tells the log what was lost, at once and then once in a while. */
const lossReporter = (log: Log) => {
  const losses: Losses = { dropped: 0, refused: 0 }
  let reportedMs: number | null = null
  return (kind: keyof Losses, spans: number, cause?: string): void => {
    losses[kind] += spans
    const nowMs = performance.now()
    if (reportedMs !== null && nowMs - reportedMs < REPORT_EVERY_MS) return
    reportedMs = nowMs
    log.warn({ ...losses, cause }, 'spans were lost; the calls that they are about are not affected')
  }
}

const MAX_CAUSE_CHARS = 200

const causeOf = (error: Error | undefined): string | undefined => {
  if (error === undefined) return undefined
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : ''
  return `${error.message} ${code}`.trim().slice(0, MAX_CAUSE_CHARS)
}

/**
 * Sends spans in batches behind the calls that they are about. Bounded everywhere: spans that wait, requests under way,
 * the time of each, the bytes of an answer. What finds no place is counted, reported and dropped.
 */
export const spanExport = (
  { url, headers, timeoutMs }: Pick<TracingConfig, 'url' | 'headers' | 'timeoutMs'>,
  log: Log,
): SpanProcessor => {
  const lose = lossReporter(log)
  const agent = url.startsWith('https:') ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  let waiting = 0
  const otlp = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
    concurrencyLimit: MAX_REQUESTS,
    httpAgentOptions: () => agent,
  })
  const exporter: SpanExporter = {
    export: (spans, done) => {
      waiting -= spans.length
      let isOver = false
      const finish: typeof done = (result) => {
        if (isOver) return
        isOver = true
        clearTimeout(overdue)
        if (result.code !== ExportResultCode.SUCCESS) lose('refused', spans.length, causeOf(result.error))
        done(result)
      }
      // The library's limit is one of silence: a receiver that answers byte by byte would keep a request for ever.
      const overdue = setTimeout(() => {
        finish({ code: ExportResultCode.FAILED, error: new Error('the answer did not end in time') })
        agent.destroy()
      }, timeoutMs + GRACE_MS).unref()
      otlp.export(spans, finish)
    },
    shutdown: () => otlp.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: timeoutMs + 2 * GRACE_MS,
  })
  // A batch begins with the timer that one span sets, and is about the calls of many: it runs in none of them.
  const outside = AsyncLocalStorage.snapshot()
  return {
    onStart: () => undefined,
    onEnd: (span) => {
      if (waiting >= MAX_WAITING) return lose('dropped', 1)
      waiting += 1
      outside(() => batches.onEnd(span))
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}
