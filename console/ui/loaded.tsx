import type { ComponentChildren } from 'preact'
import type { ApiFailure } from '../api/failure.ts'
import { failureText } from '../words/failure-words.ts'
import { inBoth } from '../words/language.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import type { Resource } from './resource.ts'

const WORDS = inBoth({ loading: 'Loading', again: 'Try again' }, { loading: 'Загрузка', again: 'Повторить' })

interface LoadedProps<A> {
  readonly of: Resource<A>
  readonly children: (value: A) => ComponentChildren
  /** How many lines the skeleton has that stands in for the answer. */
  readonly lines?: number
}

/** Stands in for what is not there yet. */
export const Skeleton = ({ lines }: { readonly lines: number }) => (
  <div class="skeleton" role="status" aria-label={WORDS().loading}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
)

interface FailedProps {
  readonly failure: ApiFailure
  readonly onAgain: () => Promise<void>
}

/** Stands for what could not be had, and asks for it again. */
export const Failed = ({ failure, onAgain }: FailedProps) => (
  <Notice kind="problem">
    <p>{failureText(failure)}</p>
    <Button onPress={onAgain}>{WORDS().again}</Button>
  </Notice>
)

/** Shows a resource once it is there; a skeleton before, and what to do where it cannot be had. */
export const Loaded = <A,>({ of, children, lines = 3 }: LoadedProps<A>) => {
  const state = of.state.value
  switch (state.tag) {
    case 'loading':
      return <Skeleton lines={lines} />
    case 'failed':
      return <Failed failure={state.failure} onAgain={of.reload} />
    case 'ready':
      return <div aria-busy={state.isRenewing}>{children(state.value)}</div>
  }
}
