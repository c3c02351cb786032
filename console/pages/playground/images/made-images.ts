import type { ReadonlySignal } from '@preact/signals'
import { kept } from '../../../ui/kept.ts'

/** What one call has made. */
export interface MadeImages {
  readonly prompt: string
  /** Addresses of this service, which end after an hour. */
  readonly addresses: readonly string[]
  readonly seconds: number | null
  readonly cost: string | null
  /** Unix milliseconds. */
  readonly madeAt: number
}

const NAME = 'images.made.1'
const LIFE_MS = 3_600_000
const MOST = 20

/** The newest images of this tab, newest first; a reload shows them again, since they were paid for. */
export const madeImages = (): {
  readonly all: ReadonlySignal<readonly MadeImages[]>
  add(made: MadeImages): void
} => {
  const all = kept<readonly MadeImages[]>(NAME, [])
  all.value = all.peek().filter(({ madeAt }) => madeAt + LIFE_MS > Date.now())
  return {
    all,
    add: (made) => {
      all.value = [made, ...all.peek()].slice(0, MOST)
    },
  }
}
