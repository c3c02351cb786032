import { useSignal } from '@preact/signals'
import { FailureNotice } from './notice.tsx'
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ApiFailure, Outcome } from '../api/failure.ts'
import { failureText } from '../words/failure-words.ts'

/** A thing that a person asks for and the service does or refuses. */
export interface Action {
  readonly isRunning: Signal<boolean>
  readonly failure: Signal<ApiFailure | null>
  /** Runs once at a time; resolves to what was made, or null where it failed. */
  run<A>(work: () => Promise<Outcome<A>>): Promise<A | null>
}

export const useAction = (): Action => {
  const isRunning = useSignal(false)
  const failure = useSignal<ApiFailure | null>(null)
  const run = async <A,>(work: () => Promise<Outcome<A>>): Promise<A | null> => {
    if (isRunning.value) return null
    isRunning.value = true
    failure.value = null
    const outcome = await work()
    isRunning.value = false
    if (outcome.ok) return outcome.value
    failure.value = outcome.failure
    return null
  }
  return { isRunning, failure, run }
}

/** The sentence of the failure for one field of the form or an entry in it; null where the failure is about another. */
export const problemOf = ({ failure }: Action, field: string): string | null => {
  const found = failure.value
  return found?.tag === 'refused' && found.field?.split('.').includes(field) === true ? failureText(found) : null
}

interface FormProps {
  readonly action: Action
  readonly onSend: () => unknown
  readonly children: ComponentChildren
  /** Fields that show their own problem. */
  readonly fields?: readonly string[]
}

/** Shows what is wrong where a long form hides it: the first wrong field takes the focus, the notice is scrolled to. */
const showProblem = (form: HTMLFormElement | null): void => {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null
  const place = field === null ? form?.querySelector('.notice.problem') : field.closest('.field')
  place?.scrollIntoView({ block: 'nearest' })
  field?.focus({ preventScroll: true })
}

/** A form that keeps what was typed when it fails, and brings the failure into sight. */
export const Form = ({ action, onSend, children, fields = [] }: FormProps) => {
  const failure = action.failure.value
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure !== null) showProblem(form.current)
  }, [failure])
  const isShownByField = fields.some((field) => problemOf(action, field) !== null)
  return (
    <form
      ref={form}
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void onSend()
      }}
    >
      {failure !== null && !isShownByField && <FailureNotice failure={failure} />}
      {children}
    </form>
  )
}
