import { useSignal, useSignalEffect } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { keep, readKept } from '../api/kept.ts'

/** A text that outlives a reload of the page in this tab, such as one that a person types. Never for a secret. */
export const useKeptText = (name: string, initial = ''): Signal<string> => {
  const kept = readKept(name)
  const text = useSignal(typeof kept === 'string' ? kept : initial)
  useSignalEffect(() => void keep(name, text.value))
  return text
}
