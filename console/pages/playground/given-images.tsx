import type { Signal } from '@preact/signals'
import { Button } from '../../ui/button.tsx'
import { PLAYGROUND_WORDS } from './playground-words.ts'

const dataAddressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })

interface GivenImagesProps {
  /** `data:` addresses. */
  readonly images: Signal<readonly string[]>
  /** The request takes one image, which the next replaces. */
  readonly isOne?: boolean
}

/** The images that go with a request: each is shown, and can be taken away. */
export const GivenImages = ({ images, isOne = false }: GivenImagesProps) => {
  const words = PLAYGROUND_WORDS()
  const add = async (files: readonly File[]): Promise<void> => {
    const added = await Promise.all(files.map(dataAddressOf))
    images.value = isOne ? added.slice(0, 1) : [...images.value, ...added]
  }
  return (
    <>
      {images.value.map((address, at) => (
        <div key={at} class="row">
          <img class="attached" src={address} alt={words.attached} />
          <Button kind="quiet" onPress={() => (images.value = images.value.filter((_, each) => each !== at))}>
            {words.removeImage}
          </Button>
        </div>
      ))}
      <label class="button quiet file">
        {isOne ? words.addImage : words.addImages}
        <input
          class="unseen"
          type="file"
          accept="image/png,image/jpeg,image/webp"
          multiple={!isOne}
          onChange={(event) => {
            const input = event.currentTarget
            void add([...(input.files ?? [])]).then(() => (input.value = ''))
          }}
        />
      </label>
    </>
  )
}
