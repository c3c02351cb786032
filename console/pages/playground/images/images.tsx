import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Schemas } from '../../../api/api-types.ts'
import type { Outcome } from '../../../api/failure.ts'
import { mediaPath } from '../../../api/media-path.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { kept } from '../../../ui/kept.ts'
import { typedFigure } from '../../../words/typed-figure.ts'
import { CodeOfCall } from '../code-of-call.tsx'
import { codeSamples } from '../code-samples.ts'
import type { CodeSample } from '../code-samples.ts'
import { Figures, PriceBefore } from '../figures.tsx'
import { GivenImages } from '../given-images.tsx'
import { usePaidCall } from '../paid-call.ts'
import { callWithKey } from '../playground-key.ts'
import { Parameters, PlaygroundPage } from '../playground-page.tsx'
import type { Model } from '../playground-page.tsx'
import { PLAYGROUND_WORDS } from '../playground-words.ts'
import { priceOfImages } from './price-of-images.ts'
import { sizeFor, SizeField } from '../size-field.tsx'
import { IMAGES_WORDS } from './images-words.ts'
import { madeImages } from './made-images.ts'
import type { MadeImages } from './made-images.ts'

type Answer = Schemas['ImageGenerationResponse']

const ask = (path: string, body: object): Promise<Outcome<Answer>> =>
  callWithKey(`/v1${path}`, (answer) => answer.json() as Promise<Answer>, { body })

const generationSamples = (body: object): readonly CodeSample[] =>
  codeSamples({
    path: '/images/generations',
    body,
    python: (fields) => `made = client.images.generate(${fields})\nprint(made.data[0].url)`,
    typescript: (fields) => `const made = await client.images.generate(${fields})\nconsole.log(made.data?.[0]?.url)`,
  })

/** The SDKs send the images as files, and curl as JSON. */
const editSamples = (sdkBody: object, body: object): readonly CodeSample[] =>
  codeSamples({
    path: '/images/edits',
    body,
    sdkBody,
    python: (fields) => `made = client.images.edit(image=open("image.png", "rb"), ${fields})\nprint(made.data[0].url)`,
    typescriptImports: `import { createReadStream } from 'node:fs'\n`,
    typescript: (fields) =>
      `const image = createReadStream('image.png')\nconst made = await client.images.edit({ image, ...${fields} })\nconsole.log(made.data?.[0]?.url)`,
  })

const Made = ({ made }: { readonly made: MadeImages }) => {
  const words = { ...PLAYGROUND_WORDS(), ...IMAGES_WORDS() }
  return (
    <article class="exchange">
      <p class="quoted">{made.prompt}</p>
      <div class="replies">
        {made.addresses.map((address) => (
          <figure key={address} class="made">
            <img src={address} alt={`${words.made}: ${made.prompt}`} />
            <figcaption>
              <a href={address} download="">
                {words.save}
              </a>
            </figcaption>
          </figure>
        ))}
      </div>
      <Figures seconds={made.seconds} cost={made.cost} />
    </article>
  )
}

const ImagesTab = ({ model, models }: { readonly model: Model; readonly models: readonly Model[] }) => {
  const words = { ...PLAYGROUND_WORDS(), ...IMAGES_WORDS() }
  const prompt = kept('images.prompt', '')
  const [size, quality, count] = [kept('images.size', ''), kept('images.quality', ''), kept('images.n', '1')]
  const given = useSignal<readonly string[]>([])
  const made = useMemo(madeImages, [])
  const { action, run } = usePaidCall()

  const has = (name: string): boolean => model.supported_parameters.includes(name)
  const images = has('image') ? given.value : []
  const wanted = {
    size: has('size') ? sizeFor(model, size.value) : '',
    quality: has('quality') ? quality.value : '',
    count: has('n') ? Math.max(1, Math.trunc(Number(typedFigure(count.value))) || 1) : 1,
  }
  const path = images.length === 0 ? '/images/generations' : '/images/edits'
  const fields = {
    model: model.id,
    prompt: prompt.value,
    ...(wanted.size === '' ? {} : { size: wanted.size }),
    ...(wanted.quality === '' ? {} : { quality: wanted.quality }),
    ...(wanted.count === 1 ? {} : { n: wanted.count }),
    response_format: 'url',
  }
  const body = images.length === 0 ? fields : { ...fields, image: images.map((data) => ({ type: 'url', data })) }
  const make = async (): Promise<void> => {
    const answer = await run(() => ask(path, body))
    if (answer === null) return
    made.add({
      prompt: body.prompt,
      addresses: answer.value.data.flatMap(({ url }) => (url === undefined ? [] : [mediaPath(url)])),
      seconds: answer.seconds,
      cost: answer.value.usage.cost_rub,
      madeAt: Date.now(),
    })
  }
  const samples = images.length === 0 ? generationSamples(fields) : editSamples(fields, body)
  return (
    <div class="playground">
      <div>
        <Form action={action} onSend={make}>
          <Field label={words.prompt} value={prompt} rows={3} isRequired />
          {has('image') && (
            <div>
              <GivenImages images={given} />
              <p class="hint">{words.toEdit}</p>
            </div>
          )}
          <PriceBefore price={priceOfImages(model.prices, wanted)} />
          <Button kind="main" isBusy={action.isRunning.value}>
            {images.length === 0 ? words.make : words.edit}
          </Button>
        </Form>
        <p class="hint" role="status">
          {action.isRunning.value ? words.making : ''}
        </p>
        {made.all.value.length > 0 && <p class="hint">{words.lives}</p>}
        {made.all.value.map((each) => (
          <Made key={each.madeAt} made={each} />
        ))}
        <CodeOfCall samples={samples} />
      </div>
      <Parameters model={model} models={models}>
        {has('size') && <SizeField model={model} size={size} example="1024x1024" />}
        {has('quality') && <Field label={words.quality} value={quality} placeholder={words.byModel} />}
        {has('n') && <Field label={words.count} value={count} inputMode="numeric" />}
      </Parameters>
    </div>
  )
}

const Images = () => (
  <PlaygroundPage kind="image">{(model, models) => <ImagesTab model={model} models={models} />}</PlaygroundPage>
)

export default Images
