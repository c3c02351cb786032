import { useEffect } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { useAction } from '../../../ui/form.tsx'
import { FailureNotice, Notice } from '../../../ui/notice.tsx'
import { failureText } from '../../../words/failure-words.ts'
import { durationText, sumText } from '../../../words/figures.ts'
import { useObjectAddress } from '../object-address.ts'
import { PLAYGROUND_WORDS } from '../playground-words.ts'
import { isRunning, videoContent } from './video-jobs.ts'
import type { VideoJob } from './video-jobs.ts'
import { VIDEO_WORDS } from './video-words.ts'

const Player = ({ video }: Pick<VideoJob, 'video'>) => {
  const words = { ...PLAYGROUND_WORDS(), ...VIDEO_WORDS() }
  const { address, show } = useObjectAddress()
  const { run, failure } = useAction()
  const load = async (): Promise<void> => {
    const bytes = await run(() => videoContent(video.id))
    if (bytes !== null) show(bytes)
  }
  useEffect(() => void load(), [video.id])
  const problem = failure.value
  if (problem !== null) {
    const isGone = problem.tag === 'refused' && problem.status === 404
    return (
      <Notice kind={isGone ? 'waiting' : 'problem'}>
        <p>{isGone ? words.expired : failureText(problem)}</p>
        {!isGone && <Button onPress={load}>{words.again}</Button>}
      </Notice>
    )
  }
  if (address.value === null) return <div class="skeleton" />
  return (
    <>
      <video controls src={address.value} aria-label={`${words.video}: ${video.prompt}`} />
      <p>
        <a href={address.value} download={`${video.id}.mp4`}>
          {words.save}
        </a>
      </p>
    </>
  )
}

interface OrderedVideoProps {
  readonly job: VideoJob
  readonly onRemove: () => void
}

/** One video from its order to its end. */
export const OrderedVideo = ({ job, onRemove }: OrderedVideoProps) => {
  const words = { ...PLAYGROUND_WORDS(), ...VIDEO_WORDS() }
  const { video, cost, failure } = job
  return (
    <article class="exchange">
      <p class="quoted">{video.prompt}</p>
      <p class="hint figure" role="status">
        {[
          words[video.status],
          video.model,
          durationText(Number(video.seconds)),
          video.size,
          ...(cost === null ? [] : [`${words.cost} ${sumText(cost, 'RUB')}`]),
        ].join(' · ')}
      </p>
      {isRunning(job) && <progress max={100} value={video.progress} aria-label={words.progress} />}
      {video.status === 'completed' && <Player video={video} />}
      {video.error !== null && <Notice kind="problem">{video.error.message}</Notice>}
      {failure !== null && <FailureNotice failure={failure} />}
      {isRunning(job) ? (
        <p class="hint">{words.stays}</p>
      ) : (
        <Button kind="quiet" onPress={onRemove}>
          {words.remove}
        </Button>
      )}
    </article>
  )
}
