import type { ReadonlySignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import type { ApiFailure, Outcome } from '../../../api/failure.ts'
import { costOf } from '../keyed-call.ts'
import { kept } from '../../../ui/kept.ts'
import { callWithKey } from '../playground-key.ts'

type VideoObject = Schemas['VideoObject']

/** A video that was ordered, as the service last described it. */
export interface VideoJob {
  readonly video: VideoObject
  /** Roubles: of the order as long as it runs, then what was charged. */
  readonly cost: string | null
  /** Why the service could not be asked for it the last time. */
  readonly failure: ApiFailure | null
}

export const isRunning = ({ video }: VideoJob): boolean => video.status === 'queued' || video.status === 'in_progress'

export interface VideoJobs {
  /** Newest first. */
  readonly all: ReadonlySignal<readonly VideoJob[]>
  order(body: object): Promise<Outcome<VideoJob>>
  /** Asks for every video that is still being made. */
  refresh(): Promise<void>
  remove(id: string): void
}

const NAME = 'video.jobs.1'

const jobOf = async (answer: Response): Promise<VideoJob> => ({
  video: (await answer.json()) as VideoObject,
  cost: costOf(answer),
  failure: null,
})

/** The videos that this tab has ordered; a reload shows them again and goes on asking for them. */
export const videoJobs = (): VideoJobs => {
  const all = kept<readonly VideoJob[]>(NAME, [])
  const change = (by: (jobs: readonly VideoJob[]) => readonly VideoJob[]): void => {
    all.value = by(all.peek())
  }
  const replace = (job: VideoJob): void =>
    change((jobs) => jobs.map((each) => (each.video.id === job.video.id ? job : each)))
  const look = async (job: VideoJob): Promise<void> => {
    const found = await callWithKey(`/v1/videos/${encodeURIComponent(job.video.id)}`, jobOf, { method: 'GET' })
    replace(found.ok ? found.value : { ...job, failure: found.failure })
  }
  return {
    all,
    order: async (body) => {
      const ordered = await callWithKey('/v1/videos', jobOf, { body })
      if (ordered.ok) change((jobs) => [ordered.value, ...jobs])
      return ordered
    },
    refresh: async () => {
      await Promise.all(all.peek().filter(isRunning).map(look))
    },
    remove: (id) => change((jobs) => jobs.filter(({ video }) => video.id !== id)),
  }
}

/** The bytes of a finished video. */
export const videoContent = (id: string): Promise<Outcome<Blob>> =>
  callWithKey(`/v1/videos/${encodeURIComponent(id)}/content`, (answer) => answer.blob(), { method: 'GET' })
