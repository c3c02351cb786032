import { useSignal } from '@preact/signals'
import type { Outcome } from '../../../api/failure.ts'
import { costOf } from '../keyed-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { kept } from '../../../ui/kept.ts'
import { typedFigure } from '../../../words/typed-figure.ts'
import { CodeOfCall } from '../code-of-call.tsx'
import { codeSamples } from '../code-samples.ts'
import type { CodeSample } from '../code-samples.ts'
import { Figures, PriceBefore } from '../figures.tsx'
import { useObjectAddress } from '../object-address.ts'
import { usePaidCall } from '../paid-call.ts'
import { callWithKey } from '../playground-key.ts'
import { Parameters, PlaygroundPage } from '../playground-page.tsx'
import type { Model } from '../playground-page.tsx'
import { PLAYGROUND_WORDS } from '../playground-words.ts'
import { priceOfSpeech } from './price-of-speech.ts'
import { SPEECH_WORDS } from './speech-words.ts'

/** Names that every model of speech is given in its provider's own words. */
const VOICES = ['alloy', 'coral', 'echo', 'nova', 'onyx', 'shimmer'] as const

const FORMATS = ['mp3', 'wav', 'pcm'] as const

interface Sound {
  readonly bytes: Blob
  readonly cost: string | null
}

const speak = (body: object): Promise<Outcome<Sound>> =>
  callWithKey('/v1/audio/speech', async (answer) => ({ bytes: await answer.blob(), cost: costOf(answer) }), { body })

const samplesFor = (body: object, file: string): readonly CodeSample[] =>
  codeSamples({
    path: '/audio/speech',
    body,
    curlOptions: `-o ${file} `,
    python: (fields) => `client.audio.speech.create(${fields}).write_to_file("${file}")`,
    typescriptImports: `import { writeFile } from 'node:fs/promises'\n`,
    typescript: (fields) =>
      `const sound = await client.audio.speech.create(${fields})\nawait writeFile('${file}', Buffer.from(await sound.arrayBuffer()))`,
  })

const SpeechTab = ({ model, models }: { readonly model: Model; readonly models: readonly Model[] }) => {
  const words = { ...PLAYGROUND_WORDS(), ...SPEECH_WORDS() }
  const text = kept('speech.text', '')
  const voice = kept<string>('speech.voice', VOICES[0])
  const format = kept<string>('speech.format', FORMATS[0])
  const [speed, instructions] = [kept('speech.speed', ''), kept('speech.instructions', '')]
  const made = useSignal<{ readonly file: string; readonly seconds: number; readonly cost: string | null } | null>(null)
  const { address, show } = useObjectAddress()
  const { action, run } = usePaidCall()

  const has = (name: string): boolean => model.supported_parameters.includes(name)
  const wantedSpeed = Number(typedFigure(speed.value))
  const body = {
    model: model.id,
    input: text.value,
    voice: voice.value,
    response_format: format.value,
    ...(has('speed') && wantedSpeed > 0 ? { speed: wantedSpeed } : {}),
    ...(has('instructions') && instructions.value !== '' ? { instructions: instructions.value } : {}),
  }
  const file = `speech.${format.value}`
  const make = async (): Promise<void> => {
    const answer = await run(() => speak(body))
    if (answer === null) return
    show(answer.value.bytes)
    made.value = { file, seconds: answer.seconds, cost: answer.value.cost }
  }
  return (
    <div class="playground">
      <div>
        <Form action={action} onSend={make}>
          <Field label={words.text} value={text} rows={4} maxLength={4_096} isRequired />
          <PriceBefore price={priceOfSpeech(model.prices, text.value)} />
          <Button kind="main" isBusy={action.isRunning.value}>
            {words.speak}
          </Button>
        </Form>
        <p class="hint" role="status">
          {action.isRunning.value ? words.speaking : ''}
        </p>
        {made.value !== null && address.value !== null && (
          <article class="exchange">
            {made.value.file.endsWith('.pcm') ? (
              <p>{words.raw}</p>
            ) : (
              <audio controls src={address.value} aria-label={words.sound} />
            )}
            <p>
              <a href={address.value} download={made.value.file}>
                {words.save}
              </a>
            </p>
            <Figures seconds={made.value.seconds} cost={made.value.cost} />
            <p class="hint">{words.ends}</p>
          </article>
        )}
        <CodeOfCall samples={samplesFor(body, file)} />
      </div>
      <Parameters model={model} models={models}>
        <Field label={words.voice} value={voice} hint={words.voiceHint} suggestions={VOICES} />
        <Choice
          label={words.format}
          value={format.value}
          options={FORMATS.map((each) => ({ value: each, text: each }))}
          onChoose={(chosen) => (format.value = chosen)}
        />
        {has('speed') && <Field label={words.speed} value={speed} inputMode="decimal" placeholder="1" />}
        {has('instructions') && <Field label={words.instructions} value={instructions} rows={2} />}
      </Parameters>
    </div>
  )
}

const Speech = () => (
  <PlaygroundPage kind="speech">{(model, models) => <SpeechTab model={model} models={models} />}</PlaygroundPage>
)

export default Speech
