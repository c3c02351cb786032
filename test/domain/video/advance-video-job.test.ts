import { expect } from 'chai'
import { advance } from '../../../src/domain/video/advance-video-job.ts'
import type { HoldAction, VideoPollResult } from '../../../src/domain/video/advance-video-job.ts'
import { shouldPoll, JOB_LIFE_MS, progressOf } from '../../../src/domain/video/video-job.ts'
import type { VideoState } from '../../../src/domain/video/video-job.ts'
import { videoJob } from '../../support/media/video-jobs.ts'

const TERMS = { keepMs: 1000, submissionMs: 60_000 }
const MADE = videoJob().createdAtMs
const SOON = MADE + 5_000
const LATE = MADE + JOB_LIFE_MS

const RUNNING: VideoPollResult = { tag: 'running' }
const NOTHING: VideoPollResult = { tag: 'nothing' }
const FINISHED: VideoPollResult = { tag: 'finished', seconds: 4 }
const FAILED: VideoPollResult = { tag: 'failed', error: { code: 'generation_failed', message: 'm' } }
const REFUSED: VideoPollResult = { tag: 'failed', error: { code: 'content_policy_violation', message: 'm' } }

const queued: VideoState = { tag: 'queued' }
const working: VideoState = { tag: 'in_progress' }
const submitting: VideoState = { tag: 'submitting' }
const completed: VideoState = {
  tag: 'completed',
  completedAtMs: SOON,
  expiresAtMs: SOON + 1000,
  seconds: 4,
  priceMicro: 20_000_000n,
}
const failed: VideoState = { tag: 'failed', error: { code: 'generation_failed', message: 'm' }, progress: 50 }

const KEEP: HoldAction = { tag: 'keep' }
const charge: HoldAction = { tag: 'charge', priceMicro: 20_000_000n, seconds: 4 }
const release = (reason: 'upstream_failed' | 'refused' | 'job_expired' | 'instance_lost'): HoldAction => ({
  tag: 'release',
  reason,
})

/** What stands, what is learnt, when, what stands then (with its progress), what becomes of the money. */
const STEPS: readonly (readonly [VideoState, VideoPollResult, number, string, HoldAction])[] = [
  [queued, NOTHING, SOON, 'queued 0', KEEP],
  [queued, RUNNING, SOON, 'in_progress 50', KEEP],
  [queued, FINISHED, SOON, 'completed 100', charge],
  [queued, FAILED, SOON, 'failed 0', release('upstream_failed')],
  [queued, REFUSED, SOON, 'failed 0', release('refused')],
  [working, NOTHING, SOON, 'in_progress 50', KEEP],
  [working, RUNNING, SOON, 'in_progress 50', KEEP],
  [working, FINISHED, SOON, 'completed 100', charge],
  [working, FAILED, SOON, 'failed 50', release('upstream_failed')],
  [working, FINISHED, LATE - 1, 'completed 100', charge],
  [working, FINISHED, LATE, 'failed 50', release('job_expired')],
  [queued, NOTHING, LATE, 'failed 0', release('job_expired')],
  [submitting, FINISHED, SOON, 'submitting 0', KEEP],
  [submitting, NOTHING, MADE + 59_999, 'submitting 0', KEEP],
  [submitting, NOTHING, MADE + 60_000, 'failed 0', release('instance_lost')],
  [completed, FAILED, LATE, 'completed 100', KEEP],
  [completed, FINISHED, SOON, 'completed 100', KEEP],
  [failed, FINISHED, SOON, 'failed 50', KEEP],
]

/** Where no clock is ahead. */
const at = (nowMs: number) => ({ nowMs, settledMs: nowMs })

describe('advancing a video job', () => {
  for (const [state, pollResult, nowMs, after, money] of STEPS) {
    it(`${state.tag}, ${pollResult.tag} after ${(nowMs - MADE) / 1000} s: ${after}, ${money.tag}`, () => {
      const { job, money: decided } = advance(videoJob({ state }), pollResult, at(nowMs), TERMS)
      expect(`${job.state.tag} ${progressOf(job.state)}`).to.equal(after)
      expect(decided).to.deep.equal(money)
    })
  }

  it('changes nothing where nothing changes, so that nothing is written', () => {
    const job = videoJob({ state: working })
    expect(advance(job, RUNNING, at(SOON), TERMS).job).to.equal(job)
    expect(advance(job, NOTHING, at(SOON), TERMS).job).to.equal(job)
  })

  it('says when a video was finished and until when it is kept', () => {
    const { job } = advance(videoJob({ state: working }), FINISHED, at(SOON), TERMS)
    expect(job.state).to.include({ completedAtMs: SOON, expiresAtMs: SOON + 1000 })
  })

  describe('of a message', () => {
    const message = { conversationId: 'c', task: 't' }
    const price = { tag: 'fixed', micro: 7_000_000n } as const
    const step = (state: VideoState, pollResult: VideoPollResult, nowMs: number): string => {
      const { job, money } = advance(videoJob({ message, price, state }), pollResult, at(nowMs), TERMS)
      const sum = money.tag === 'charge' ? ` ${money.priceMicro}` : money.tag === 'release' ? ` ${money.reason}` : ''
      return `${job.state.tag} ${money.tag}${sum}`
    }

    it('costs what was agreed, however long the video is', () => {
      expect(step(working, { tag: 'finished', seconds: 60 }, SOON)).to.equal('completed charge 7000000')
    })

    it('still counts what was learnt as it was given up', () => {
      expect(step(working, FINISHED, LATE)).to.equal('completed charge 7000000')
      expect(step(working, REFUSED, LATE)).to.equal('failed release refused')
      expect(step(working, RUNNING, LATE)).to.equal('failed release job_expired')
      expect(step(queued, NOTHING, LATE)).to.equal('failed release job_expired')
      expect(step(working, NOTHING, LATE - 1)).to.equal('in_progress keep')
    })

    it('is ended by nothing but its submission before a provider has it', () => {
      expect(step(submitting, NOTHING, LATE)).to.equal('submitting keep')
    })

    it('is asked about after its life, unlike one of the public gateway', () => {
      const asked = (state: VideoState, of: typeof message | null, nowMs: number): boolean =>
        shouldPoll(videoJob({ state, message: of }), nowMs)
      expect([asked(queued, null, SOON), asked(queued, message, SOON)]).to.deep.equal([true, true])
      expect([asked(queued, null, LATE), asked(queued, message, LATE)]).to.deep.equal([false, true])
      for (const state of [submitting, completed, failed]) expect(asked(state, message, LATE)).to.equal(false)
    })
  })

  it('is not overdue by a clock that is ahead for a moment', () => {
    const ahead = { nowMs: LATE, settledMs: SOON }
    expect(advance(videoJob({ state: working }), NOTHING, ahead, TERMS).job.state.tag).to.equal('in_progress')
    expect(advance(videoJob({ state: submitting }), NOTHING, ahead, TERMS).job.state.tag).to.equal('submitting')
    const { job } = advance(videoJob({ state: working }), FINISHED, ahead, TERMS)
    expect(job.state).to.include({ completedAtMs: LATE })
  })

  it('expires by its own code', () => {
    const { job } = advance(videoJob({ state: working }), NOTHING, at(LATE), TERMS)
    expect(job.state).to.have.nested.property('error.code', 'video_expired')
  })
})
