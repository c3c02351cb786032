import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse, stringify } from 'yaml'
import { describeAudit } from '../../../src/adapters/cli/describe-audit.ts'
import type { MetricSpec } from '../../../src/infrastructure/observability/metrics/metric-spec.ts'
import { METRICS } from '../../../src/infrastructure/observability/metrics/metric-table.ts'
import { findProgram } from '../../support/processes/find-program.ts'
import { EMPTY_LEDGER } from '../../support/ledger/empty-ledger.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly what_to_do: string }
}

interface Panel {
  readonly type: string
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

const { groups } = parse(read('ops/alerts.yaml')) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[]
}
const alerts = groups.flatMap(({ rules }) => rules)
const { panels } = JSON.parse(read('ops/dashboard.json')) as { readonly panels: readonly Panel[] }
const graphs = panels.filter(({ type }) => type !== 'row')
const document = read('docs/operate.md')

/** Every name by which Prometheus can ask for a figure of the table. */
const series = new Set(
  Object.values<MetricSpec>(METRICS).flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
)

const namesIn = (expression: string): readonly string[] =>
  expression.replace(/"[^"]*"/g, '').match(/\b(?:gateway|gen_ai|process|nodejs)_\w+/g) ?? []

/** Labels may be named like metrics: `gen_ai_request_model`. */
const labels = new Set(Object.values<MetricSpec>(METRICS).flatMap((spec) => spec.labels))

const unknownIn = (expressions: readonly string[]): readonly string[] =>
  expressions.flatMap(namesIn).filter((name) => !series.has(name) && !labels.has(name))

describe('what an operator sees', () => {
  it('asks only for figures that there are', () => {
    expect(unknownIn(alerts.map(({ expr }) => expr))).to.deep.equal([])
    expect(unknownIn(graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)))).to.deep.equal([])
    expect(graphs.length).to.be.above(30)
  })

  it('shows every metric of our own in the dashboard', () => {
    const shown = new Set(graphs.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr))))
    const hidden = Object.values<MetricSpec>(METRICS).filter(
      ({ name }) => /^(gateway|gen_ai)_/.test(name) && !['', '_bucket'].some((ending) => shown.has(`${name}${ending}`)),
    )
    expect(hidden.map(({ name }) => name)).to.deep.equal(['gateway_top_up_paid_oldest_age_seconds'])
  })

  it('has a section of the document for each alert, and no section for any other', () => {
    const sections = [...document.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    expect(sections).to.have.members(alerts.map(({ alert }) => alert))
    for (const { alert, annotations, labels: given } of alerts) {
      expect(annotations.what_to_do).to.equal(`docs/operate.md#${alert.toLowerCase()}`)
      expect(annotations.summary).not.to.equal('')
      expect(['page', 'ticket', 'info']).to.include(given.severity)
    }
  })

  it('has a row of the document for each panel, and no row for any other', () => {
    const table = document.slice(document.indexOf('## Panels'), document.indexOf('## Alerts'))
    const rows = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, title]) => title).slice(1)
    expect(rows).to.deep.equal(graphs.map(({ title }) => title))
  })

  it('has the document say what each figure of the audit means', () => {
    const sums = { calls: 0n, charged: 0n, writtenOff: 0n }
    const accounts = { user: 0n, revenue: 0n, deposits: 0n, promo: 0n, writeoff: 0n, adjustment: 0n }
    const { figures } = describeAudit({
      figures: {
        ...EMPTY_LEDGER,
        currencies: [{ currency: 'RUB', accounts }],
        usage: [{ currency: 'RUB', usage: sums, summed: [], ledger: sums }],
      },
      violations: [],
    })
    const section = document.slice(document.indexOf('## The audit'))
    for (const { name } of figures) expect(section).to.contain(`\`${name.replace(/^RUB /, '')}\``)
  })

  const promtool = findProgram(['promtool'])
  if (promtool === null) {
    process.stdout.write('  left out, no promtool on the PATH: the rules in the eyes of Prometheus\n')
    return
  }

  it('is in the eyes of promtool without a fault', () => {
    for (const check of [
      ['check', 'rules', 'ops/alerts.yaml'],
      ['check', 'config', 'ops/prometheus.yaml'],
    ])
      expect(spawnSync(promtool, check, { cwd: ROOT }).status).to.equal(0)
  })

  /** The alerts that fire at the moment, a minute of the series being a minute. */
  const firing = (series: Readonly<Record<string, string>>, at: string, alert: string): boolean => {
    const input = Object.entries(series).map(([name, values]) => ({ series: name, values }))
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
    const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"})`
    const passes = (samples: readonly unknown[]): boolean => {
      const check = { expr, eval_time: at, exp_samples: samples }
      const trial = { interval: '1m', input_series: input, promql_expr_test: [check] }
      const file = { rule_files: [join(ROOT, 'ops/alerts.yaml')], evaluation_interval: '1m', tests: [trial] }
      writeFileSync(join(folder, 'test.yaml'), stringify(file))
      return spawnSync(promtool, ['test', 'rules', join(folder, 'test.yaml')]).status === 0
    }
    const [fires, rests] = [passes([{ labels: '{}', value: 1 }]), passes([])]
    rmSync(folder, { recursive: true })
    expect(fires, 'promtool understood the series').not.to.equal(rests)
    return fires
  }

  it('has an alert for an old hold, and none for one of a video, which lives as long as its job', () => {
    const oldest = (kind: string) => ({ [`gateway_hold_oldest_age_seconds{kind="${kind}"}`]: '3600x30' })
    expect(firing(oldest('message'), '20m', 'HoldsOld')).to.equal(true)
    for (const kind of ['video', 'message_video']) expect(firing(oldest(kind), '20m', 'HoldsOld'), kind).to.equal(false)
  })

  it('has an alert for a database that is away, in one piece or in many, and none for one that is busy', () => {
    const up = (values: string) => ({ 'gateway_database_up{instance="one"}': values })
    expect(firing(up('1x10 0x10'), '12m', 'DatabaseAway')).to.equal(true)
    expect(firing(up('1x10 0 1x2 0 1x10'), '15m', 'DatabaseAway'), 'again and again').to.equal(true)
    expect(firing(up('1x10 0 1x10'), '18m', 'DatabaseAway'), 'long ago').to.equal(false)
    const busy = {
      ...up('1x40'),
      'gateway_database_connections{instance="one",pool="common",state="waiting"}': '0x10 20x30',
      'gateway_loop_runs_total{instance="one",loop="send mail",outcome="failed"}': '0x10 1+5x30',
      'gateway_loop_runs_total{instance="one",loop="send mail",outcome="succeeded"}': '0+30x10 300+2x30',
    }
    expect(firing(busy, '20m', 'DatabaseBusy')).to.equal(true)
    for (const alert of ['DatabaseAway', 'LoopFailing']) expect(firing(busy, '20m', alert), alert).to.equal(false)
  })

  it('has an alert for a clock that differs from that of the database, ahead or behind, and none for one that jumped', () => {
    const ahead = (values: string) => ({ 'gateway_clock_ahead_seconds{instance="one"}': values })
    for (const clock of ['0x5 86400x20', '0x5 -60x20'])
      expect(firing(ahead(clock), '12m', 'ClockDiffers')).to.equal(true)
    for (const clock of ['0x5 60x1 0x20', '4x20']) expect(firing(ahead(clock), '12m', 'ClockDiffers')).to.equal(false)
  })

  it('has an alert for a database that refuses a process, which is there for the prober', () => {
    const runs = (loop: string, outcome: string) =>
      `gateway_loop_runs_total{instance="one",loop="${loop}",outcome="${outcome}"}`
    const beat = 'show that the process lives'
    const refused = {
      'gateway_database_up{instance="one"}': '1x50',
      [runs(beat, 'failed')]: '0x10 12+12x40',
      [runs(beat, 'succeeded')]: '0+12x10 120x40',
      [runs('prune mail', 'failed')]: '0x9 1x9 2x9 3x20',
      [runs('prune mail', 'succeeded')]: '1x50',
    }
    expect(firing(refused, '9m', 'DatabaseAway')).to.equal(false)
    expect(firing(refused, '14m', 'DatabaseAway')).to.equal(true)
    expect(firing(refused, '40m', 'LoopFailing')).to.equal(false)
  })

  it('has an alert for a loop that always fails, and none for what failed once or in an outage', () => {
    const pruning = (up: string, failed: string, succeeded: string) => ({
      'gateway_database_up{instance="one"}': up,
      'gateway_loop_runs_total{instance="one",loop="prune mail",outcome="failed"}': failed,
      'gateway_loop_runs_total{instance="one",loop="prune mail",outcome="succeeded"}': succeeded,
    })
    const always = ['0x9 1x9 2x9 3x20', '1x50'] as const
    expect(firing(pruning('1x50', ...always), '30m', 'LoopFailing')).to.equal(true)
    expect(firing(pruning('1x8 0x40', ...always), '30m', 'LoopFailing')).to.equal(false)
    const once = pruning('1x50', '0x9 1x40', '0x19 1x9 2x9 3x10')
    for (const at of ['19m', '24m', '29m']) expect(firing(once, at, 'LoopFailing'), at).to.equal(false)
  })

  it('has alerts for many failed calls, and none for one on a quiet installation', () => {
    const calls = (succeeded: string, failed: string) => ({
      'gateway_calls_total{outcome="succeeded"}': succeeded,
      'gateway_calls_total{outcome="failed"}': failed,
    })
    const quiet = calls('0x60 1x10 4x20', '0x68 1x22')
    const busy = calls('0+8x90', '0+2x90')
    for (const at of ['69m', '71m', '73m', '80m']) expect(firing(quiet, at, 'ErrorBudgetBurning'), at).to.equal(false)
    expect(firing(busy, '73m', 'ErrorBudgetBurning')).to.equal(true)

    const provider = (all: string, failed: string) => ({
      'gateway_provider_calls_total{provider="p"}': all,
      'gateway_provider_failures_total{provider="p",cause="timed_out"}': failed,
    })
    for (const at of ['12m', '14m', '15m'])
      expect(firing(provider('0x10 1x20', '0x10 1x20'), at, 'ProviderFailing'), at).to.equal(false)
    const probesAlone = provider('0+2x30', '0+2x30')
    expect(firing(probesAlone, '20m', 'ProviderFailing'), 'behind an open circuit').to.equal(true)
  })
})
