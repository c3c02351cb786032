import { expect } from 'chai'
import { mayFallBack, isDeploymentFault } from '../../../src/domain/routing/attempt.ts'
import {
  admit,
  afterFailure,
  CLOSED,
  FAILURES_TO_OPEN,
  RESET_TIMEOUT_MS,
} from '../../../src/domain/routing/circuit-breaker.ts'
import type { Circuit } from '../../../src/domain/routing/circuit-breaker.ts'
import { toCallFailure } from '../../../src/domain/routing/call-failure.ts'
import type { UpstreamFailure } from '../../../src/domain/routing/upstream-failure.ts'
import fc from 'fast-check'

const detail = { message: 'm', upstreamRequestId: null }

const failures: readonly UpstreamFailure[] = [
  { tag: 'unreachable', ...detail },
  { tag: 'rate_limited', retryAfterSeconds: 7, ...detail },
  { tag: 'unavailable', retryAfterSeconds: null, ...detail },
  { tag: 'server_error', ...detail },
  { tag: 'timed_out', ...detail },
  { tag: 'cut', ...detail },
  { tag: 'bad_answer', ...detail },
  { tag: 'too_large', ...detail },
  { tag: 'rejected', param: 'p', code: 'context_length_exceeded', ...detail },
  { tag: 'refused_content', ...detail },
  { tag: 'misconfigured', ...detail },
]

const tags = (keep: (failure: UpstreamFailure) => boolean): readonly string[] =>
  failures.filter(keep).map(({ tag }) => tag)

describe('what a failure allows', () => {
  it('lets chat go on to the next deployment unless an answer may be under way', () => {
    expect(tags((failure) => mayFallBack(failure, 'chat'))).to.deep.equal([
      'unreachable',
      'rate_limited',
      'unavailable',
      'server_error',
      'misconfigured',
    ])
  })

  it('lets a chat stream go on also where it breaks, or makes no sense, before its first word', () => {
    expect(tags((failure) => mayFallBack(failure, 'chat_stream'))).to.deep.equal([
      'unreachable',
      'rate_limited',
      'unavailable',
      'server_error',
      'cut',
      'bad_answer',
      'misconfigured',
    ])
  })

  it('lets paid media go on only where surely nothing was made', () => {
    expect(tags((failure) => mayFallBack(failure, 'media'))).to.deep.equal([
      'unreachable',
      'rate_limited',
      'unavailable',
      'misconfigured',
    ])
  })

  it("does not blame a deployment for its callers' faults, nor for bounds of the gateway", () => {
    expect(tags((failure) => !isDeploymentFault(failure))).to.deep.equal(['too_large', 'rejected', 'refused_content'])
  })

  it("shows the provider's words to the caller only where the caller is at fault", () => {
    expect(failures.map(toCallFailure)).to.deep.equal([
      { tag: 'upstream_error', mayHaveWorked: false },
      { tag: 'upstream_rate_limited', mayHaveWorked: false, retryAfterSeconds: 7 },
      { tag: 'upstream_error', mayHaveWorked: false },
      { tag: 'upstream_error', mayHaveWorked: true },
      { tag: 'upstream_timeout', mayHaveWorked: true },
      { tag: 'upstream_error', mayHaveWorked: true },
      { tag: 'upstream_error', mayHaveWorked: true },
      { tag: 'upstream_error', mayHaveWorked: true, isTooLarge: true },
      { tag: 'rejected_by_upstream', message: 'm', param: 'p', code: 'context_length_exceeded' },
      { tag: 'upstream_refused_content', mayHaveWorked: true },
      { tag: 'upstream_error', mayHaveWorked: false },
    ])
  })
})

describe('a circuit', () => {
  const failing = (times: number, nowMs: number): Circuit => {
    let circuit = CLOSED
    for (let count = 0; count < times; count += 1) circuit = afterFailure(circuit, nowMs)
    return circuit
  }
  const opened = failing(FAILURES_TO_OPEN, 0)

  it('opens at the fifth failure in a row and not before', () => {
    expect(admit(failing(FAILURES_TO_OPEN - 1, 0), 0).admitted).to.equal(true)
    expect(admit(opened, 0).admitted).to.equal(false)
    expect(admit(opened, RESET_TIMEOUT_MS - 1).admitted).to.equal(false)
  })

  it('lets one probe through after its rest, and the next only when that one is long lost', () => {
    const probed = admit(opened, RESET_TIMEOUT_MS)
    expect(probed.admitted).to.equal(true)
    expect(admit(probed.circuit, RESET_TIMEOUT_MS).admitted).to.equal(false)
    expect(admit(probed.circuit, 2 * RESET_TIMEOUT_MS - 1).admitted).to.equal(false)
    expect(admit(probed.circuit, 2 * RESET_TIMEOUT_MS).admitted).to.equal(true)
  })

  it('rests again when the probe fails', () => {
    const reopened = afterFailure(admit(opened, RESET_TIMEOUT_MS).circuit, RESET_TIMEOUT_MS + 1)
    expect(admit(reopened, RESET_TIMEOUT_MS + 1).admitted).to.equal(false)
    expect(admit(reopened, 2 * RESET_TIMEOUT_MS + 1).admitted).to.equal(true)
  })

  it('does not rest longer for the failures of calls that were under way', () => {
    expect(admit(afterFailure(opened, RESET_TIMEOUT_MS - 1), RESET_TIMEOUT_MS).admitted).to.equal(true)
  })

  it('never refuses for longer than a rest, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ fail: fc.boolean(), stepMs: fc.nat(RESET_TIMEOUT_MS) })), (steps) => {
        let circuit = CLOSED
        let nowMs = 0
        for (const { fail, stepMs } of steps) {
          nowMs += stepMs
          circuit = fail ? afterFailure(circuit, nowMs) : admit(circuit, nowMs).circuit
        }
        expect(admit(circuit, nowMs + RESET_TIMEOUT_MS).admitted).to.equal(true)
      }),
    )
  })
})
