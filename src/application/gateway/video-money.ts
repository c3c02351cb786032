import type { ReleaseReason } from '../../domain/holds/hold.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import type { VideoMoney } from '../../domain/video/advance.ts'
import type { VideoJob } from '../../domain/video/video-job.ts'
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

/** Does with the job's hold what its transition says, inside the transaction of the transition. */
export const endHold = async (ledger: LedgerInTransaction, job: VideoJob, money: VideoMoney): Promise<void> => {
  const { id: holdId, walletId, model, tariffVersion } = job
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
        reference: { kind: 'video', id: holdId },
        description: `Video with ${model}`,
        tariffVersion,
        usage,
        receipt: receiptOf(job, 'succeeded', usage),
      })
      if (settled.tag !== 'settled') throw new Error(`the hold of video ${holdId} cannot be settled: ${settled.tag}`)
    }
  }
}
