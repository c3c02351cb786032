import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly value: Signal<string>
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'url' | 'date' | 'datetime-local' | 'search'
  readonly hint?: string | undefined
  /** What is wrong with the value; it is read out with the field. */
  readonly problem?: string | null | undefined
  readonly autoComplete?: string
  readonly isRequired?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'email'
  readonly placeholder?: string
  /** For a text of several lines: how many of them are seen at once. */
  readonly rows?: number
  /** Values to choose from; any other may be entered too. */
  readonly suggestions?: readonly string[]
}

/** A labelled text, of one line unless it has rows, with its hint and its problem. */
export const Field = ({
  label,
  value,
  type = 'text',
  hint,
  problem = null,
  isRequired = false,
  rows,
  suggestions,
  ...rest
}: FieldProps) => {
  const id = useId()
  const notes = [hint === undefined ? '' : `${id}-hint`, problem === null ? '' : `${id}-problem`].join(' ').trim()
  const list = suggestions === undefined ? {} : { list: `${id}-suggestions` }
  const shared = {
    id,
    value,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
      value.value = event.currentTarget.value
    },
    required: isRequired,
    'aria-invalid': problem !== null,
    ...(notes === '' ? {} : { 'aria-describedby': notes }),
    ...(rest as object),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows === undefined ? (
        <input {...shared} {...({ type, ...list } as object)} />
      ) : (
        <textarea {...shared} rows={rows} />
      )}
      {suggestions !== undefined && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {problem !== null && (
        <p id={`${id}-problem`} class="problem">
          {problem}
        </p>
      )}
    </div>
  )
}
