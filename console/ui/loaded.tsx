import type { ComponentChildren } from 'preact'
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

/** Shows a resource once it is there; a skeleton before, and what to do where it cannot be had. */
export const Loaded = <A,>({ of, children, lines = 3 }: LoadedProps<A>) => {
  const state = of.state.value
  switch (state.tag) {
    case 'loading':
      return <Skeleton lines={lines} />
    case 'failed':
      return (
        <Notice kind="problem">
          <p>{failureText(state.failure)}</p>
          <Button onPress={() => void of.reload()}>{WORDS().again}</Button>
        </Notice>
      )
    case 'ready':
      return <div aria-busy={state.isRenewing}>{children(state.value)}</div>
  }
}
