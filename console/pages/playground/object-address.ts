import { useSignal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

interface ObjectAddress {
  /** A `blob:` address of what is shown. */
  readonly address: ReadonlySignal<string | null>
  /** Shows these bytes in place of those before. */
  show(bytes: Blob): void
}

/** An address for bytes that the page has received; the browser lets go of them when the page is left. */
export const useObjectAddress = (): ObjectAddress => {
  const address = useSignal<string | null>(null)
  const release = (): void => {
    if (address.peek() !== null) URL.revokeObjectURL(address.peek() ?? '')
  }
  useEffect(() => release, [])
  return {
    address,
    show: (bytes) => {
      release()
      address.value = URL.createObjectURL(bytes)
    },
  }
}
