import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { receiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { ReceiptFacts, ReceiptOutcome, UsageFigures } from '../../../domain/ledger/receipt-facts.ts'
import type { HoldAction } from '../../../domain/video/advance-video-job.ts'
import { priceOfWork } from '../../../domain/pricing/work-price.ts'
import { holdLifeSecondsOf } from '../../../domain/video/video-job.ts'
import type { VideoJob } from '../../../domain/video/video-job.ts'
import type { LedgerInTransaction } from '../../ports/billing/ledger.ts'
import { holdFailureOf } from '../metering/hold-failure.ts'
import { endWithin, holdWithin } from '../metering/paid-operation.ts'
import type { HoldFailure } from '../metering/hold-failure.ts'
import type { PaidTerms, Verdict } from '../metering/paid-operation.ts'

const usageOf = (job: VideoJob, seconds: number): UsageFigures => ({
  seconds,
  resolution: job.resolution,
  audio: job.audio,
})

/** The deployment of a video is the one that has the job, whatever was tried before. */
const receiptOf = (job: VideoJob, outcome: ReceiptOutcome, usage: UsageFigures | null): ReceiptFacts => {
  const { model: id, tariffVersion, attempts, upstream } = job
  const model = { id, kind: 'video', tariffVersion } as const
  const deployment = upstream?.deployment ?? null
  return {
    ...receiptFacts({ model, outcome, usage, estimated: false, attempts }),
    deployment: deployment && { provider: deployment.provider, upstreamModel: deployment.upstreamModel },
  }
}

/** What the money is for: a message, where there is one. */
const kindOf = ({ message }: VideoJob): 'video' | 'message' => (message === null ? 'video' : 'message')

const termsOf = (job: VideoJob, budgetId: string | null): PaidTerms => ({
  operationId: job.id,
  walletId: job.walletId,
  budgetId,
  kind: kindOf(job),
  holdMicro: priceOfWork(job.price, job.seconds),
  description: job.message === null ? `Video with ${job.model}` : `Task ${job.message.task}`,
  tariffVersion: job.tariffVersion,
})

/**
 * Its money was held before and has gone back: a process died while it submitted the video, and the sweep took it back.
 */
interface HoldEnded {
  readonly tag: 'hold_ended'
}

export type VideoHoldFailure = HoldFailure | HoldEnded

/** Holds the price of the video as it was asked for, inside the transaction that writes its job. */
export const placeVideoHold = async (
  ledger: LedgerInTransaction,
  job: VideoJob,
  budgetId: string | null,
): Promise<Either<VideoHoldFailure, null>> => {
  const terms = termsOf(job, budgetId)
  // The job outlives processes, so no process keeps its hold alive.
  const outcome = await holdWithin(ledger, terms, { instance: null, lifeSeconds: holdLifeSecondsOf(job) })
  if (outcome.tag === 'held') return right(null)
  return left(outcome.tag === 'hold_ended' ? { tag: outcome.tag } : holdFailureOf(outcome, terms))
}

/** The verdict of a transition; null if the hold stays. */
const verdictOf = (job: VideoJob, money: HoldAction): Verdict | null => {
  switch (money.tag) {
    case 'keep':
      return null
    case 'release':
      return { tag: 'release', reason: money.reason, receipt: receiptOf(job, money.reason, null) }
    case 'charge': {
      const receipt = receiptOf(job, 'succeeded', usageOf(job, money.seconds))
      return { tag: 'charge', price: money.priceMicro, receipt }
    }
  }
}

/** Does with the job's hold what its transition says, inside the transaction of the transition. */
export const endVideoHold = async (ledger: LedgerInTransaction, job: VideoJob, money: HoldAction): Promise<void> => {
  const verdict = verdictOf(job, money)
  if (verdict === null) return
  const ended = await endWithin(ledger, termsOf(job, null), verdict)
  if (ended.tag === 'released' && verdict.tag === 'charge')
    throw new Error(`the hold of video ${job.id} was lost and cannot be settled`)
}
