import type { ReleaseReason } from '../../domain/holds/hold.ts'
import type { PlaceHoldOutcome } from '../../domain/ledger/command.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import type { VideoMoney } from '../../domain/video/advance.ts'
import { priceOfFilm } from '../../domain/video/price.ts'
import { HOLD_LIFE_SECONDS, type VideoJob } from '../../domain/video/video-job.ts'
import type { LedgerInTransaction } from '../ports/ledger.ts'
import { attemptsJson } from './chat-receipt.ts'

const usageOf = (job: VideoJob, seconds: number): Json => ({ seconds, resolution: job.resolution, audio: job.audio })

const receiptOf = (job: VideoJob, outcome: 'succeeded' | ReleaseReason, usage: Json | null): Json => ({
  model: job.model,
  kind: 'video',
  deployment:
    job.upstream === null
      ? null
      : { provider: job.upstream.deployment.provider, upstream_model: job.upstream.deployment.upstreamModel },
  usage,
  tariff_version: job.tariffVersion,
  outcome,
  estimated: false,
  attempts: attemptsJson(job.attempts),
})

/** What the money is for: a message, where there is one. */
const kindOf = ({ message }: VideoJob): 'video' | 'message' => (message === null ? 'video' : 'message')

/** Holds the price of the film as it was asked for. */
export const placeHold = async (
  ledger: LedgerInTransaction,
  job: VideoJob,
  budgetId: string | null,
): Promise<{ readonly outcome: PlaceHoldOutcome; readonly amount: bigint }> => {
  const amount = priceOfFilm(job.price, job.seconds)
  const outcome = await ledger.apply({
    tag: 'place_hold',
    holdId: job.id,
    walletId: job.walletId,
    amount,
    reference: `${kindOf(job)}:${job.id}`,
    budgetId,
    // The job outlives processes, so none keeps its hold alive.
    instance: null,
    lifeSeconds: HOLD_LIFE_SECONDS,
  })
  return { outcome, amount }
}

/** Does with the job's hold what its transition says, inside the transaction of the transition. */
export const endHold = async (ledger: LedgerInTransaction, job: VideoJob, money: VideoMoney): Promise<void> => {
  const { id: holdId, walletId, model, message, tariffVersion } = job
  switch (money.tag) {
    case 'keep':
      return
    case 'release': {
      const receipt = receiptOf(job, money.reason, null)
      const released = await ledger.apply({ tag: 'release', holdId, walletId, reason: money.reason, receipt })
      if (released.tag !== 'released')
        throw new Error(`the hold of video ${holdId} cannot be released: ${released.tag}`)
      return
    }
    case 'charge': {
      const usage = usageOf(job, money.seconds)
      const settled = await ledger.apply({
        tag: 'settle',
        holdId,
        walletId,
        price: money.priceMicro,
        reference: { kind: kindOf(job), id: holdId },
        description: message === null ? `Video with ${model}` : `Task ${message.task}`,
        tariffVersion,
        usage,
        receipt: receiptOf(job, 'succeeded', usage),
      })
      if (settled.tag !== 'settled') throw new Error(`the hold of video ${holdId} cannot be settled: ${settled.tag}`)
    }
  }
}
