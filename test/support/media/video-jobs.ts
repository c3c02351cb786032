import type { VideoModel } from '../../../src/domain/catalog/model.ts'
import type { VideoJob } from '../../../src/domain/video/video-job.ts'
import { PLAIN_MODEL } from '../plain-model.ts'

/** A queued video of four seconds at 5 RUB a second. */
export const videoJob = (given: Partial<VideoJob> = {}): VideoJob => ({
  id: '01890a5d-ac96-774b-bcce-00000000000a',
  userId: '01890a5d-ac96-774b-bcce-00000000000b',
  walletId: '01890a5d-ac96-774b-bcce-00000000000c',
  model: 'sandbox/video',
  message: null,
  price: { tag: 'per_second', micro: 5_000_000n },
  tariffVersion: 'v1',
  prompt: 'a red boat',
  seconds: 4,
  size: null,
  resolution: '720p',
  audio: false,
  instance: 'here',
  upstream: { deployment: { provider: 'sandbox', upstreamModel: 'video', parameters: {} }, jobId: 'up-1' },
  attempts: [],
  createdAtMs: 1_700_000_000_000,
  state: { tag: 'queued' },
  ...given,
})

/** Videos 4, 6 and 8 seconds at 5 RUB a second, without sound. */
export const videoModel = (given: Partial<VideoModel> = {}): VideoModel => ({
  ...PLAIN_MODEL,
  id: 'vendor/video',
  kind: 'video',
  capabilities: new Set(),
  limits: { seconds: new Set([4, 6, 8]), sizes: null },
  deployments: [{ provider: 'first', upstreamModel: 'm', parameters: {} }],
  tariff: { unit: 'second', perSecond: 5_000_000n, rows: [] },
  ...given,
})
