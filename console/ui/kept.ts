import { effect, useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { keep, readKept } from '../api/kept.ts'

/** A text that outlives a reload of the page in this tab, such as one that a person types. Never for a secret. */
export const useKeptText = (name: string, initial = ''): Signal<string> => {
  const kept = readKept(name)
  const text = useSignal(typeof kept === 'string' ? kept : initial)
  // Set up before a person can type: an effect that waits for the next frame would miss what is typed before a quick
  // reload.
  useLayoutEffect(() => effect(() => void keep(name, text.value)), [])
  return text
}
