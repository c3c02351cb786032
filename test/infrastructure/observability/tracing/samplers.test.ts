import { expect } from 'chai'
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import type { Context } from '@opentelemetry/api'
import { AlwaysOffSampler, RandomIdGenerator, SamplingDecision } from '@opentelemetry/sdk-trace'
import { askedSampler, samplerOf } from '../../../../src/infrastructure/observability/tracing/samplers.ts'

type Sampler = ReturnType<typeof samplerOf>

const TRACES = 4_000

const ids = new RandomIdGenerator()

/** An id that a sampler by ids takes at any share: its four words cancel out. */
const CHOSEN = '0af76519'.repeat(4)

const remote = (traceId: string, isSampled: boolean): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId: 'b7ad6b7169203331',
    traceFlags: isSampled ? 1 : 0,
    isRemote: true,
  })

const isTaken = (sampler: Sampler, traceId: string, context = ROOT_CONTEXT): boolean =>
  sampler.shouldSample(context, traceId, 'GET', SpanKind.SERVER, {}, []).decision ===
  SamplingDecision.RECORD_AND_SAMPLED

const takenOf = (count: number, take: () => boolean): number =>
  Array.from({ length: count }, take).filter(Boolean).length

describe('the choice of traces', () => {
  for (const sampler of ['traceidratio', 'parentbased_traceidratio'] as const) {
    it(`takes about its share of those that begin here, by ${sampler}`, () => {
      const quarter = samplerOf({ sampler, ratio: 0.25 })
      expect(takenOf(TRACES, () => isTaken(quarter, ids.generateTraceId()))).to.be.within(800, 1_200)
    })
  }

  it('takes its share of a caller’s too, by traceidratio, whatever ids and flags the caller chose', () => {
    const quarter = samplerOf({ sampler: 'traceidratio', ratio: 0.25 })
    for (const isSampled of [true, false]) {
      const context = remote(CHOSEN, isSampled)
      expect(takenOf(TRACES, () => isTaken(quarter, CHOSEN, context))).to.be.within(800, 1_200)
    }
  })

  it('follows the caller only where its name says so', () => {
    const id = ids.generateTraceId()
    expect(isTaken(samplerOf({ sampler: 'parentbased_always_off', ratio: 0 }), id, remote(id, true))).to.equal(true)
    expect(isTaken(samplerOf({ sampler: 'parentbased_always_on', ratio: 0 }), id, remote(id, false))).to.equal(false)
    expect(isTaken(samplerOf({ sampler: 'always_off', ratio: 1 }), id, remote(id, true))).to.equal(false)
    expect(isTaken(samplerOf({ sampler: 'always_on', ratio: 0 }), id, remote(id, false))).to.equal(true)
  })

  it('lets callers have 20 traces recorded in a second, and then decides itself', () => {
    let nowMs = 5_000
    const sampler = askedSampler(new AlwaysOffSampler(), () => nowMs)
    const asked = (): number => takenOf(50, () => isTaken(sampler, CHOSEN, remote(CHOSEN, true)))
    expect(asked()).to.equal(20)
    expect(asked()).to.equal(0)
    nowMs += 1_000
    expect(asked()).to.equal(20)
  })
})
