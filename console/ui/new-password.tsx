import type { Signal } from '@preact/signals'
import { Field } from './field.tsx'
import { problemOf } from './form.tsx'
import type { Action } from './form.tsx'

interface NewPasswordProps {
  readonly label: string
  readonly hint: string
  readonly value: Signal<string>
  readonly action: Action
  /** What the API calls the field. */
  readonly field: string
}

/** The field for a password that an account is to have, in the lengths that the API takes. */
export const NewPassword = ({ label, hint, value, action, field }: NewPasswordProps) => (
  <Field
    label={label}
    value={value}
    type="password"
    autoComplete="new-password"
    hint={hint}
    problem={problemOf(action, field)}
    minLength={10}
    maxLength={128}
    isRequired
  />
)
