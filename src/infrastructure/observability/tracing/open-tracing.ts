import type { TracingConfig } from '../../config/tracing-settings.ts'
import type { Log } from '../logging.ts'
import type { TraceScope } from './trace-scope.ts'
import type { Tracing } from './tracing.ts'

/** Loads the library, which no process does that traces nothing: it takes a tenth of a second and 25 MB. */
export const openTracing = async (config: TracingConfig, scope: TraceScope, log: Log): Promise<Tracing> => {
  const { otlpTracing } = await import('./otlp-tracing.ts')
  return otlpTracing(config, scope, log)
}
