import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Check, Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { kept } from '../../../ui/kept.ts'
import { CodeOfCall } from '../code-of-call.tsx'
import { codeSamples } from '../code-samples.ts'
import type { CodeSample } from '../code-samples.ts'
import { PriceBefore } from '../figures.tsx'
import { GivenImages } from '../given-images.tsx'
import { usePaidCall } from '../paid-call.ts'
import { Parameters, PlaygroundPage } from '../playground-page.tsx'
import type { Model } from '../playground-page.tsx'
import { PLAYGROUND_WORDS } from '../playground-words.ts'
import { priceOfVideo } from './price-of-video.ts'
import { sizeFor, SizeField } from '../size-field.tsx'
import { OrderedVideo } from './ordered-video.tsx'
import { isRunning, videoJobs } from './video-jobs.ts'
import { VIDEO_WORDS } from './video-words.ts'

/** Between two questions for a video that is being made. */
const POLL_MS = 3_000

/** What a model makes where the catalogue names no lengths, and what is made where none is asked. */
const LENGTHS = [4, 6, 8, 10] as const
const USUAL_SECONDS = 4

const lengthsOf = ({ limits }: Model): readonly number[] => limits.seconds ?? LENGTHS

const secondsFor = (model: Model, entered: string): number => {
  const lengths = lengthsOf(model)
  if (lengths.includes(Number(entered))) return Number(entered)
  return lengths.includes(USUAL_SECONDS) ? USUAL_SECONDS : Math.min(...lengths)
}

const samplesFor = (body: object): readonly CodeSample[] =>
  codeSamples({
    path: '/videos',
    body,
    python: (fields) => `import time

video = client.videos.create(${fields})
while video.status in ("queued", "in_progress"):
    time.sleep(3)
    video = client.videos.retrieve(video.id)
client.videos.download_content(video.id).write_to_file("video.mp4")`,
    typescriptImports: `import { writeFile } from 'node:fs/promises'\nimport { setTimeout } from 'node:timers/promises'\n`,
    typescript: (fields) => `let video = await client.videos.create(${fields})
while (video.status === 'queued' || video.status === 'in_progress') {
  await setTimeout(3_000)
  video = await client.videos.retrieve(video.id)
}
const file = await client.videos.downloadContent(video.id)
await writeFile('video.mp4', Buffer.from(await file.arrayBuffer()))`,
  })

const VideoTab = ({ model, models }: { readonly model: Model; readonly models: readonly Model[] }) => {
  const words = { ...PLAYGROUND_WORDS(), ...VIDEO_WORDS() }
  const prompt = kept('video.prompt', '')
  const [seconds, size] = [kept('video.seconds', ''), kept('video.size', '')]
  const [seed, negative] = [kept('video.seed', ''), kept('video.negative_prompt', '')]
  const hasSound = useSignal(true)
  const frame = useSignal<readonly string[]>([])
  const jobs = useMemo(videoJobs, [])
  const { action, run } = usePaidCall()

  const anyRuns = jobs.all.value.some(isRunning)
  useEffect(() => {
    if (!anyRuns) return
    const timer = setInterval(() => void jobs.refresh(), POLL_MS)
    return () => clearInterval(timer)
  }, [anyRuns])

  const has = (name: string): boolean => model.supported_parameters.includes(name)
  const wanted = {
    seconds: secondsFor(model, seconds.value),
    size: sizeFor(model, size.value),
    audio: has('generate_audio') && hasSound.value,
  }
  const firstFrame = has('input_reference') ? frame.value[0] : undefined
  const body = {
    model: model.id,
    prompt: prompt.value,
    seconds: String(wanted.seconds),
    ...(wanted.size === '' ? {} : { size: wanted.size }),
    ...(has('generate_audio') ? { generate_audio: wanted.audio } : {}),
    ...(has('seed') && /^\d+$/.test(seed.value) ? { seed: Number(seed.value) } : {}),
    ...(has('negative_prompt') && negative.value !== '' ? { negative_prompt: negative.value } : {}),
    ...(firstFrame === undefined ? {} : { input_reference: { type: 'url', data: firstFrame } }),
  }
  return (
    <div class="playground">
      <div>
        <Form action={action} onSend={() => void run(() => jobs.order(body))}>
          <Field label={words.prompt} value={prompt} rows={3} isRequired />
          {has('input_reference') && (
            <div>
              <GivenImages images={frame} isOne />
              <p class="hint">{words.firstFrame}</p>
            </div>
          )}
          <PriceBefore price={priceOfVideo(model.prices, wanted)} />
          <Button kind="main" isBusy={action.isRunning.value}>
            {words.order}
          </Button>
        </Form>
        {jobs.all.value.map((job) => (
          <OrderedVideo key={job.video.id} job={job} onRemove={() => jobs.remove(job.video.id)} />
        ))}
        <CodeOfCall samples={samplesFor(body)} />
      </div>
      <Parameters model={model} models={models}>
        <Choice
          label={words.seconds}
          value={String(wanted.seconds)}
          options={lengthsOf(model).map((each) => ({ value: String(each), text: String(each) }))}
          onChoose={(chosen) => (seconds.value = chosen)}
        />
        <SizeField model={model} size={size} example="1280x720" />
        {has('generate_audio') && (
          <Check
            label={words.sound}
            isChecked={hasSound.value}
            onChange={(isChecked) => (hasSound.value = isChecked)}
          />
        )}
        {has('seed') && <Field label={words.seed} value={seed} inputMode="numeric" placeholder={words.byModel} />}
        {has('negative_prompt') && <Field label={words.negative_prompt} value={negative} rows={2} />}
      </Parameters>
    </div>
  )
}

const Video = () => (
  <PlaygroundPage kind="video">{(model, models) => <VideoTab model={model} models={models} />}</PlaygroundPage>
)

export default Video
