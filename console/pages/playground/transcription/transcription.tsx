import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import type { Outcome } from '../../../api/failure.ts'
import { costOf } from '../keyed-call.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copyable.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { kept } from '../../../ui/kept.ts'
import { CodeOfCall } from '../code-of-call.tsx'
import { curlOf, samplesOf, shellQuoted } from '../code-samples.ts'
import type { CodeSample } from '../code-samples.ts'
import { Figures, PriceBefore } from '../figures.tsx'
import { useObjectAddress } from '../object-address.ts'
import { usePaidCall } from '../paid-call.ts'
import { callWithKey } from '../playground-key.ts'
import { Parameters, PlaygroundPage } from '../playground-page.tsx'
import type { Model } from '../playground-page.tsx'
import { PLAYGROUND_WORDS } from '../playground-words.ts'
import { priceOfRecording } from './price-of-recording.ts'
import { TRANSCRIPTION_WORDS } from './transcription-words.ts'

/** The text fields of the form, by their names. */
type Fields = Readonly<Record<string, string>>

interface Transcript {
  readonly text: string
  readonly cost: string | null
}

const readTranscript = async (answer: Response): Promise<Transcript> => {
  const { text } = (await answer.json()) as Schemas['Transcription']
  return { text, cost: costOf(answer) }
}

const transcribe = (file: File, fields: Fields): Promise<Outcome<Transcript>> => {
  const form = new FormData()
  form.append('file', file)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return callWithKey('/v1/audio/transcriptions', readTranscript, { body: form })
}

const samplesFor = (fields: Fields, fileName: string): readonly CodeSample[] => {
  const names = Object.keys(fields)
  const inCurl = names.map((name) => `-F ${shellQuoted(`${name}=${fields[name] ?? ''}`)}`)
  const inPython = names.map((name) => `${name}=${JSON.stringify(fields[name])}`)
  const file = JSON.stringify(fileName)
  return samplesOf(
    curlOf('/audio/transcriptions', [`-F ${shellQuoted(`file=@${fileName}`)}`, ...inCurl].join(' \\\n  ')),
    `transcript = client.audio.transcriptions.create(file=open(${file}, "rb"), ${inPython.join(', ')})\nprint(transcript.text)`,
    `const file = createReadStream(${file})\nconst transcript = await client.audio.transcriptions.create({ file, ...${JSON.stringify(fields, null, 2)} })\nconsole.log(transcript.text)`,
    `import { createReadStream } from 'node:fs'\n`,
  )
}

const TranscriptionTab = ({ model, models }: { readonly model: Model; readonly models: readonly Model[] }) => {
  const words = { ...PLAYGROUND_WORDS(), ...TRANSCRIPTION_WORDS() }
  const file = useSignal<File | null>(null)
  /** Seconds; null until the browser has read the file, and where it cannot. */
  const length = useSignal<number | null>(null)
  const [language, prompt] = [kept('transcription.language', ''), kept('transcription.prompt', '')]
  const made = useSignal<(Transcript & { readonly seconds: number }) | null>(null)
  const { address, show } = useObjectAddress()
  const { action, run } = usePaidCall()

  const has = (name: string): boolean => model.supported_parameters.includes(name)
  const fields: Fields = {
    model: model.id,
    ...(has('language') && language.value !== '' ? { language: language.value } : {}),
    ...(has('prompt') && prompt.value !== '' ? { prompt: prompt.value } : {}),
  }
  const make = async (): Promise<void> => {
    const chosen = file.value
    if (chosen === null) return
    const answer = await run(() => transcribe(chosen, fields))
    if (answer !== null) made.value = { ...answer.value, seconds: answer.seconds }
  }
  return (
    <div class="playground">
      <div>
        <Form action={action} onSend={make}>
          <div class="field">
            <label for="recording">{words.file}</label>
            <input
              id="recording"
              type="file"
              accept="audio/*,video/mp4,video/webm"
              required
              aria-describedby="recording-hint"
              onChange={(event) => {
                const chosen = event.currentTarget.files?.[0] ?? null
                file.value = chosen
                length.value = null
                if (chosen !== null) show(chosen)
              }}
            />
            <p id="recording-hint" class="hint">
              {words.fileHint}
            </p>
          </div>
          {address.value !== null && (
            <audio
              controls
              src={address.value}
              aria-label={words.recording}
              onLoadedMetadata={(event) => {
                const { duration } = event.currentTarget
                length.value = Number.isFinite(duration) ? duration : null
              }}
            />
          )}
          {length.value !== null && <PriceBefore price={priceOfRecording(model.prices, length.value)} />}
          <Button kind="main" isBusy={action.isRunning.value}>
            {words.write}
          </Button>
        </Form>
        <p class="hint" role="status">
          {action.isRunning.value ? words.writing : ''}
        </p>
        {made.value !== null && (
          <article class="exchange" aria-label={words.text}>
            <p class="quoted">{made.value.text}</p>
            <CopyButton text={made.value.text} />
            <Figures seconds={made.value.seconds} cost={made.value.cost} />
          </article>
        )}
        <CodeOfCall samples={samplesFor(fields, file.value?.name ?? 'recording.mp3')} />
      </div>
      <Parameters model={model} models={models}>
        {has('language') && <Field label={words.language} value={language} placeholder={words.byModel} />}
        {has('prompt') && <Field label={words.prompt} value={prompt} rows={2} />}
      </Parameters>
    </div>
  )
}

const Transcription = () => (
  <PlaygroundPage kind="transcription">
    {(model, models) => <TranscriptionTab model={model} models={models} />}
  </PlaygroundPage>
)

export default Transcription
