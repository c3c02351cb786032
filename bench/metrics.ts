import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { MetricSpec } from '../src/infrastructure/observability/metrics/metric-spec.ts'
import { openMetrics } from '../src/infrastructure/observability/metrics/open-metrics.ts'
import { METRICS } from '../src/infrastructure/observability/metrics/metric-table.ts'
import { median } from './statistics.ts'

/** What a registry of metrics costs. */
export interface MetricsCost {
  readonly name: 'own registry' | 'prom-client'
  readonly counterNs: number
  readonly histogramNs: number
  /** One exposition of all series, milliseconds. */
  readonly expositionMs: number
  readonly lines: number
}

/** The two kinds of observation that a call makes, and the exposition. */
interface Registry {
  count(surface: string, provider: string, model: string, outcome: string): void
  time(seconds: number, operation: string, provider: string, model: string): void
  expose(): Promise<string> | string
}

const OBSERVATIONS = 500_000
const ROUNDS = 7

const MODELS = Array.from({ length: 12 }, (_, index) => `vendor-${index % 4}/model-${index}`)
const PROVIDERS = ['one', 'two', 'three', 'four']

/** Every series of the table that there can be, so that the exposition is the longest. */
const fill = (metrics: ReturnType<typeof openMetrics>['metrics']): void => {
  for (const [key, spec] of Object.entries<MetricSpec>(METRICS)) {
    const observer = metrics[key as keyof typeof METRICS] as unknown as Readonly<
      Record<string, (value: number, ...labels: readonly string[]) => void>
    >
    const method = { counter: 'add', gauge: 'set', histogram: 'observe' }[spec.type]
    for (let index = 0; index <= spec.most; index += 1)
      observer[method]?.(index / 7, ...spec.labels.map((label) => `${label}-${index}`))
  }
}

const ownRegistry = (): Registry & { fill(): void } => {
  const { metrics, expose } = openMetrics()
  return {
    count: (surface, provider, model, outcome) => metrics.calls.add(1, surface, provider, model, outcome),
    time: (seconds, operation, provider, model) => metrics.genAiDuration.observe(seconds, operation, provider, model),
    expose,
    fill: () => fill(metrics),
  }
}

interface PromMetric {
  inc(labels: Readonly<Record<string, string>>, value: number): void
  set(labels: Readonly<Record<string, string>>, value: number): void
  observe(labels: Readonly<Record<string, string>>, value: number): void
}

interface PromClient {
  readonly Registry: new () => { metrics(): Promise<string> }
  readonly Counter: new (options: object) => PromMetric
  readonly Gauge: new (options: object) => PromMetric
  readonly Histogram: new (options: object) => PromMetric
}

/**
 * prom-client is no dependency: the bench compares with it where it is installed, here or below BENCH_PROM_CLIENT_DIR.
 */
const loadPromClient = (): PromClient | null => {
  const folder = process.env['BENCH_PROM_CLIENT_DIR'] ?? join(import.meta.dirname, '..')
  try {
    return createRequire(join(folder, 'package.json'))('prom-client') as PromClient
  } catch {
    return null
  }
}

const promClientRegistry = (prom: PromClient): Registry & { fill(): void } => {
  const registry = new prom.Registry()
  const make = ({ type, name, help, labels, ...rest }: MetricSpec): PromMetric => {
    const options = { name, help, labelNames: [...labels], registers: [registry], ...rest }
    const classes = { counter: prom.Counter, gauge: prom.Gauge, histogram: prom.Histogram }
    return new classes[type](options)
  }
  const made = Object.fromEntries(Object.entries<MetricSpec>(METRICS).map(([key, spec]) => [key, make(spec)]))
  const [calls, duration] = [made['calls'], made['genAiDuration']]
  return {
    count: (surface, provider, model, outcome) => calls?.inc({ surface, provider, model, outcome }, 1),
    time: (seconds, operation, provider, model) =>
      duration?.observe(
        { gen_ai_operation_name: operation, gen_ai_provider_name: provider, gen_ai_request_model: model },
        seconds,
      ),
    expose: () => registry.metrics(),
    fill: () => {
      for (const [key, spec] of Object.entries<MetricSpec>(METRICS)) {
        const method = { counter: 'inc', gauge: 'set', histogram: 'observe' } as const
        for (let index = 0; index <= spec.most; index += 1)
          made[key]?.[method[spec.type]](
            Object.fromEntries(spec.labels.map((label) => [label, `${label}-${index}`])),
            index / 7,
          )
      }
    },
  }
}

const nanosecondsOf = (observe: (index: number) => void): number => {
  const startedMs = performance.now()
  for (let index = 0; index < OBSERVATIONS; index += 1) observe(index)
  return ((performance.now() - startedMs) / OBSERVATIONS) * 1e6
}

const modelAt = (index: number): string => MODELS[index % MODELS.length] ?? ''
const providerAt = (index: number): string => PROVIDERS[index % PROVIDERS.length] ?? ''

const measure = async (name: MetricsCost['name'], open: () => Registry & { fill(): void }): Promise<MetricsCost> => {
  const registry = open()
  const counter: number[] = []
  const histogram: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    counter.push(nanosecondsOf((index) => registry.count('openai', providerAt(index), modelAt(index), 'answered')))
    histogram.push(
      nanosecondsOf((index) => registry.time((index % 997) / 100, 'chat', providerAt(index), modelAt(index))),
    )
  }
  const full = open()
  full.fill()
  const exposition: number[] = []
  let text = ''
  for (let round = 0; round < ROUNDS * 3; round += 1) {
    const startedMs = performance.now()
    text = await full.expose()
    exposition.push(performance.now() - startedMs)
  }
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length
  return {
    name,
    counterNs: median(counter),
    histogramNs: median(histogram),
    expositionMs: median(exposition),
    lines,
  }
}

/** Our registry, and prom-client where it is installed, with the same metrics and the same observations. */
export const benchMetrics = async (): Promise<readonly MetricsCost[]> => {
  const prom = loadPromClient()
  const own = await measure('own registry', ownRegistry)
  return prom === null ? [own] : [own, await measure('prom-client', () => promClientRegistry(prom))]
}
