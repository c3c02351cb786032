import { priceOfWork } from '../../../../domain/pricing/work-price.ts'
import type { VideoJob } from '../../../../domain/video/video-job.ts'
import { paidHeaders } from '../../endpoint/paid-headers.ts'

/**
 * What the video costs: the charge once it is finished, nothing once it failed, until then the price of what was asked.
 */
const priceOf = ({ state, seconds, price }: VideoJob): bigint => {
  switch (state.tag) {
    case 'submitting':
    case 'queued':
    case 'in_progress':
      return priceOfWork(price, seconds)
    case 'completed':
      return state.priceMicro
    case 'failed':
      return 0n
  }
}

/** The headers of a paid answer that is about one video. */
export const videoHeaders = (job: VideoJob): Readonly<Record<string, string>> => paidHeaders(job.id, priceOf(job))
