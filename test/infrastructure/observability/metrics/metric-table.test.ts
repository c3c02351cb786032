import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import type { MetricSpec } from '../../../../src/infrastructure/observability/metrics/metric-spec.ts'
import { METRICS } from '../../../../src/infrastructure/observability/metrics/metric-table.ts'
import { openMetrics } from '../../../../src/infrastructure/observability/metrics/open-metrics.ts'
import { findProgram } from '../../../support/processes/find-program.ts'

const SPECS = Object.values<MetricSpec>(METRICS)

/** More values than any metric tells apart. */
const MANY = 300

/** Every metric with as many series as it can have. */
const filled = (): string => {
  const metrics = openMetrics()
  const observers = Object.entries(metrics.metrics) as unknown as readonly (readonly [
    keyof typeof METRICS,
    Readonly<Record<'add' | 'set' | 'observe', (value: number, ...labels: readonly string[]) => void>>,
  ])[]
  for (const [key, observer] of observers) {
    const { labels, type } = METRICS[key]
    const observe = { counter: 'add', gauge: 'set', histogram: 'observe' } as const
    for (let index = 0; index < MANY; index += 1) observer[observe[type]](1, ...labels.map(() => `value-${index}`))
  }
  return metrics.expose()
}

describe('the table of metrics', () => {
  it('has at most 2,000 series, whatever the process sees', () => {
    const lines = filled()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(lines.length).to.be.below(2_001)
    expect(lines.length).to.be.above(1_000)
  })

  it('tells of each metric that has labels whether it found no series for something', () => {
    const others = SPECS.filter((spec) => spec !== METRICS.overflow && spec.labels.length > 0)
    expect(METRICS.overflow.most).to.equal(others.length)
  })

  it('names no user, no key and no id in a label', () => {
    const words = SPECS.flatMap(({ labels }) => labels)
    expect(words.filter((word) => /user|key|wallet|account|address|email|(^|_)id$/.test(word))).to.deep.equal([])
  })

  it('gives each metric a name of its own, and buckets that rise', () => {
    const names = SPECS.map(({ name }) => name)
    expect(names).to.deep.equal([...new Set(names)])
    for (const spec of SPECS) {
      if (spec.type === 'histogram') expect(spec.buckets).to.deep.equal(spec.buckets.toSorted((a, b) => a - b))
    }
  })

  const promtool = findProgram(['promtool'])
  if (promtool === null) {
    process.stdout.write('  left out, no promtool on the PATH: the judgement of Prometheus\n')
    return
  }

  it('is in the eyes of promtool without a fault', () => {
    const checked = spawnSync(promtool, ['check', 'metrics'], { input: filled(), encoding: 'utf8' })
    expect(`${checked.stdout}${checked.stderr}`).to.equal('')
    expect(checked.status).to.equal(0)
  })
})
