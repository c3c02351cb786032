import type { Signal } from '@preact/signals'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import type { Model } from './playground-page.tsx'
import { PLAYGROUND_WORDS } from './playground-words.ts'

/** The size that was entered for another model is not asked of one that does not make it. */
export const sizeFor = ({ limits }: Model, entered: string): string =>
  limits.sizes === null || limits.sizes.includes(entered) ? entered : ''

interface SizeFieldProps {
  readonly model: Model
  readonly size: Signal<string>
  readonly example: string
}

/** The size in pixels: one of those that the model makes, or any where the catalogue names none. */
export const SizeField = ({ model, size, example }: SizeFieldProps) => {
  const words = PLAYGROUND_WORDS()
  const { sizes } = model.limits
  if (sizes === null) return <Field label={words.size} value={size} placeholder={example} />
  return (
    <Choice
      label={words.size}
      value={sizeFor(model, size.value)}
      options={[{ value: '', text: words.byModel }, ...sizes.map((each) => ({ value: each, text: each }))]}
      onChoose={(chosen) => (size.value = chosen)}
    />
  )
}
