import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { keep, readKept } from '../../../api/kept.ts'

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

const keptImages = (): readonly MadeImages[] => {
  const kept = readKept(NAME)
  const made = Array.isArray(kept) ? (kept as readonly MadeImages[]) : []
  return made.filter(({ madeAt }) => madeAt + LIFE_MS > Date.now())
}

/** The newest images of this tab, newest first; a reload shows them again, since they were paid for. */
export const madeImages = (): {
  readonly all: ReadonlySignal<readonly MadeImages[]>
  add(made: MadeImages): void
} => {
  const all = signal(keptImages())
  return {
    all,
    add: (made) => {
      all.value = [made, ...all.value].slice(0, MOST)
      keep(NAME, all.value)
    },
  }
}
