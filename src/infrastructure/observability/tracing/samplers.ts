import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Sampler } from '@opentelemetry/sdk-trace'
import { SECOND_MS } from '../../../domain/time-units.ts'
import type { TracingConfig } from '../../config/tracing-settings.ts'

/** Traces that callers may have recorded in a second; of those beyond, the operator's own share is. */
const MAX_ASKED_PER_SECOND = 20

/** Decides about a caller's trace as about one of ours: a caller can choose ids that a sampler by ids always takes. */
const heedless = (own: Sampler): Sampler => {
  const ids = new RandomIdGenerator()
  return {
    shouldSample: (context, _traceId, ...question) => own.shouldSample(context, ids.generateTraceId(), ...question),
    toString: () => `Heedless{${String(own)}}`,
  }
}

/**
 * Records what callers record, up to a number in a second. Any client may ask for that, so without a bound one client
 * would decide how much the operator stores.
 */
export const askedSampler = (own: Sampler, nowMs: () => number): Sampler => {
  const beyond = heedless(own)
  let second = 0
  let taken = 0
  const isTaken = (): boolean => {
    const now = Math.floor(nowMs() / SECOND_MS)
    if (now !== second) {
      second = now
      taken = 0
    }
    taken += 1
    return taken <= MAX_ASKED_PER_SECOND
  }
  return {
    shouldSample: (...question) =>
      isTaken() ? { decision: SamplingDecision.RECORD_AND_SAMPLED } : beyond.shouldSample(...question),
    toString: () => `Asked{${String(own)}}`,
  }
}

/** Whatever the caller does with its part of the trace, the share decides; a whole trace here has one decision. */
const ignoringCallers = (root: Sampler): Sampler =>
  new ParentBasedSampler({ root, remoteParentSampled: heedless(root), remoteParentNotSampled: heedless(root) })

const followingCallers = (root: Sampler): Sampler =>
  new ParentBasedSampler({ root, remoteParentSampled: askedSampler(root, () => performance.now()) })

/** The sampler that the setting names. */
export const samplerOf = ({ sampler, ratio }: Pick<TracingConfig, 'sampler' | 'ratio'>): Sampler => {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return ignoringCallers(new TraceIdRatioBasedSampler(ratio))
    case 'parentbased_always_on':
      return followingCallers(new AlwaysOnSampler())
    case 'parentbased_always_off':
      return followingCallers(new AlwaysOffSampler())
    case 'parentbased_traceidratio':
      return followingCallers(new TraceIdRatioBasedSampler(ratio))
  }
}
