import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Deployment } from '../../../domain/catalog/model.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import { progressOf } from '../../../domain/video/video-job.ts'
import type { VideoJob, VideoState } from '../../../domain/video/video-job.ts'
import type { VideoJobsTable } from '../schema/conversation-tables.ts'
import { storableText } from '../../../domain/storable-text.ts'
import { columnOfState } from '../sql/column-of-state.ts'
import { storableJson } from '../sql/storable-json.ts'

type Row = Selectable<VideoJobsTable>
type MovingName =
  | 'deployment'
  | 'upstream_job_id'
  | 'attempts'
  | 'state'
  | 'progress'
  | 'finished_seconds'
  | 'price'
  | 'error_code'
  | 'error_message'
  | 'completed_at'
  | 'expires_at'

/** What was ordered: written once. */
export const orderColumns = (job: VideoJob): Omit<Insertable<VideoJobsTable>, MovingName> => ({
  id: job.id,
  user_id: job.userId,
  wallet: job.walletId,
  model: job.model,
  conversation_id: job.message?.conversationId ?? null,
  task: job.message?.task ?? null,
  price_per_second: job.price.tag === 'per_second' ? job.price.micro : null,
  fixed_price: job.price.tag === 'fixed' ? job.price.micro : null,
  tariff_version: job.tariffVersion,
  prompt: job.prompt,
  seconds: job.seconds,
  size: job.size,
  resolution: job.resolution,
  audio: job.audio,
  instance: job.instance,
  created_at: new Date(job.createdAtMs),
})

/** How far the job is. */
export const movingColumns = ({
  state,
  upstream,
  attempts,
}: VideoJob): Pick<Insertable<VideoJobsTable>, MovingName> & Updateable<VideoJobsTable> => {
  const done = state.tag === 'completed' ? state : null
  const error = state.tag === 'failed' ? state.error : null
  return {
    deployment: upstream === null ? null : storableJson(upstream.deployment),
    upstream_job_id: upstream?.jobId ?? null,
    attempts: storableJson(attempts),
    state: state.tag,
    progress: progressOf(state),
    finished_seconds: done?.seconds ?? null,
    price: done?.priceMicro ?? null,
    error_code: error?.code ?? null,
    error_message: error === null ? null : storableText(error.message),
    completed_at: done === null ? null : new Date(done.completedAtMs),
    expires_at: done === null ? null : new Date(done.expiresAtMs),
  }
}

const present = <A>(value: A | null, { id }: Row): A => columnOfState(value, `video job ${id}`)

const stateOf = (row: Row): VideoState => {
  switch (row.state) {
    case 'submitting':
    case 'queued':
    case 'in_progress':
      return { tag: row.state }
    case 'completed':
      return {
        tag: 'completed',
        completedAtMs: present(row.completed_at, row).getTime(),
        expiresAtMs: present(row.expires_at, row).getTime(),
        seconds: present(row.finished_seconds, row),
        priceMicro: present(row.price, row),
      }
    case 'failed': {
      const error = { code: present(row.error_code, row), message: present(row.error_message, row) }
      return { tag: 'failed', error, progress: row.progress === 50 ? 50 : 0 }
    }
  }
}

const messageOf = (row: Row): VideoJob['message'] =>
  row.task === null ? null : { task: row.task, conversationId: present(row.conversation_id, row) }

const priceOf = (row: Row): VideoJob['price'] =>
  row.price_per_second === null
    ? { tag: 'fixed', micro: present(row.fixed_price, row) }
    : { tag: 'per_second', micro: row.price_per_second }

export const toVideoJob = (row: Row): VideoJob => ({
  id: row.id,
  userId: row.user_id,
  walletId: row.wallet,
  model: row.model,
  message: messageOf(row),
  price: priceOf(row),
  tariffVersion: row.tariff_version,
  prompt: row.prompt,
  seconds: row.seconds,
  size: row.size,
  resolution: row.resolution,
  audio: row.audio,
  instance: row.instance,
  upstream:
    row.upstream_job_id === null ? null : { deployment: row.deployment as Deployment, jobId: row.upstream_job_id },
  attempts: row.attempts as readonly Attempt[],
  createdAtMs: row.created_at.getTime(),
  state: stateOf(row),
})
