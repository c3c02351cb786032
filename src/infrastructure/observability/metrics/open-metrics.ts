import { METRICS } from './metric-table.ts'
import { openRegistry } from './registry.ts'
import type { Registry } from './registry.ts'

/** The metrics of this process. */
export type Metrics = Registry<typeof METRICS>

/** What observers write to. */
export type Figures = Metrics['metrics']

export const openMetrics = (): Metrics => openRegistry(METRICS)
