import { expect } from 'chai'
import { openRegistry } from '../../../../src/infrastructure/observability/metrics/registry.ts'
import { figuresOf, samplesOf } from '../../../support/samples.ts'

const BUCKETS = [0.1, 1, 10]

const open = () =>
  openRegistry({
    calls: { type: 'counter', name: 'calls_total', help: 'Calls.', labels: ['surface', 'model'], most: 3 },
    plain: { type: 'counter', name: 'plain_total', help: 'No labels.', labels: [], most: 1 },
    level: { type: 'gauge', name: 'level', help: 'A gauge.', labels: [], most: 1 },
    states: { type: 'gauge', name: 'states', help: 'States.', labels: ['name'], most: 2 },
    time: { type: 'histogram', name: 'time_seconds', help: 'A time.', labels: ['kind'], most: 2, buckets: BUCKETS },
    overflow: { type: 'counter', name: 'overflow_total', help: 'No place.', labels: ['metric'], most: 3 },
  } as const)

describe('the registry of metrics', () => {
  it('adds counters up by their labels, and the order of labels tells series apart', () => {
    const { metrics, expose } = open()
    metrics.calls.add(1, 'a', 'b')
    metrics.calls.add(2, 'a', 'b')
    metrics.calls.add(4, 'b', 'a')
    expect(figuresOf(expose(), 'calls_total')).to.deep.equal({ 'a b': 3, 'b a': 4 })
  })

  it('keeps series apart that differ in any one label, in whatever order they come', () => {
    const { metrics, expose } = open()
    for (const [surface, model] of [
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
      ['a', 'b'],
    ] as const)
      metrics.calls.add(1, surface, model)
    expect(figuresOf(expose(), 'calls_total')).to.deep.equal({ 'a b': 3, 'a c': 1, 'b c': 1 })
  })

  it('says of each observation that found no place, also when the same comes again at once', () => {
    const { metrics, expose } = open()
    for (const model of ['1', '2', '3', 'late', 'late', 'late']) metrics.calls.add(1, 'a', model)
    expect(figuresOf(expose(), 'overflow_total')).to.deep.equal({ calls_total: 3 })
  })

  it('begins a series anew that was dropped after it was the latest', () => {
    const { metrics, expose } = open()
    metrics.states.set(1, 'open')
    metrics.states.clear()
    metrics.states.set(2, 'open')
    expect(figuresOf(expose(), 'states')).to.deep.equal({ open: 2 })
  })

  it('lets no counter fall', () => {
    const { metrics, expose } = open()
    metrics.calls.add(5, 'a', 'b')
    metrics.calls.add(-3, 'a', 'b')
    metrics.calls.add(Number.NaN, 'a', 'b')
    expect(figuresOf(expose(), 'calls_total')).to.deep.equal({ 'a b': 5 })
  })

  it('begins counters without labels at zero, and leaves out a gauge that was never set', () => {
    const { metrics, expose } = open()
    expect([...samplesOf(expose()).entries()]).to.deep.equal([['plain_total', 0]])
    metrics.level.set(0)
    expect(samplesOf(expose()).get('level')).to.equal(0)
  })

  it('counts each value in its bucket and in all wider ones, and sums the values', () => {
    const { metrics, expose } = open()
    // On the bound, between two, above all of them, below zero (a clock that was set back), and no number.
    for (const value of [0.1, 0.5, 11, -1, Number.NaN]) metrics.time.observe(value, 'x')
    const samples = samplesOf(expose())
    const counts = ['0.1', '1', '10', '+Inf'].map((le) => samples.get(`time_seconds_bucket{kind="x",le="${le}"}`))
    expect(counts).to.deep.equal([2, 3, 3, 4])
    expect(samples.get('time_seconds_sum{kind="x"}')).to.equal(11.6)
    expect(samples.get('time_seconds_count{kind="x"}')).to.equal(4)
  })

  it('counts what finds no place under other, and says of which metric', () => {
    const { metrics, expose } = open()
    for (let index = 0; index < 1000; index += 1) metrics.calls.add(1, 'a', `model-${index}`)
    metrics.calls.add(1, 'a', 'model-2')
    const text = expose()
    expect(figuresOf(text, 'calls_total')).to.deep.equal({
      'a model-0': 1,
      'a model-1': 1,
      'a model-2': 2,
      'other other': 997,
    })
    expect(figuresOf(text, 'overflow_total')).to.deep.equal({ calls_total: 997 })
  })

  it('drops the series of a gauge whose label values come and go', () => {
    const { metrics, expose } = open()
    for (const name of ['a', 'b', 'c']) metrics.states.set(1, name)
    metrics.states.clear()
    metrics.states.set(2, 'd')
    expect(figuresOf(expose(), 'states')).to.deep.equal({ d: 2 })
  })

  it('writes no label value that breaks out of its line or doubles another series', () => {
    const { metrics, expose } = open()
    metrics.states.set(1, 'a"} 7\nforged_total 1\\')
    metrics.calls.add(1, 'x', '\ud800')
    metrics.calls.add(1, 'x', '\ud801')
    metrics.calls.add(1, 'x', 'y'.repeat(129))
    const text = expose()
    expect(text).to.include('states{name="a\\"} 7\\nforged_total 1\\\\"} 1\n')
    expect(text.split('\n')).not.to.include('forged_total 1\\')
    expect(figuresOf(text, 'calls_total')).to.deep.equal({ 'other other': 3 })
  })

  it('reads figures that nothing announces when they are asked for', () => {
    const { metrics, beforeExposition, expose } = open()
    let level = 1
    beforeExposition(() => metrics.level.set(level))
    level = 7
    expect(samplesOf(expose()).get('level')).to.equal(7)
  })

  it('writes infinities and what is no number as Prometheus reads them', () => {
    const { metrics, expose } = open()
    metrics.states.set(Number.POSITIVE_INFINITY, 'a')
    metrics.states.set(Number.NaN, 'b')
    expect(expose()).to.include('states{name="a"} +Inf\nstates{name="b"} NaN\n')
  })
})
