import { evictingMap } from '../evicting-map.ts'

/** What the providers did for one operation so far. */
export interface CallNotes {
  /** For how long the operation waited for providers, in milliseconds. */
  waitedMs: number
  /** The provider that was asked last, and the model that the client named. */
  provider: string
  model: string
  isStream: boolean
  /** Whether an answer broke after it had begun. */
  isCut: boolean
}

/** Before any provider was asked. */
export const newNotes = (): CallNotes => ({ waitedMs: 0, provider: '', model: '', isStream: false, isCut: false })

/** Notes on running operations, by their ids. */
export interface CallNotebook {
  /** The notes of an operation; the first call begins them. */
  of(operationId: string): CallNotes
  /** Gives the notes away and keeps none; null if no provider was asked. */
  take(operationId: string): CallNotes | null
}

/** The notes of a turn in a conversation are never taken: they are evicted when many others have come. */
const MOST_NOTES = 20_000

/** Joins what a provider's port sees with what the HTTP side sees: both know the operation by its id. */
export const callNotebook = (most: number = MOST_NOTES): CallNotebook => {
  const notes = evictingMap<CallNotes>(most)
  return {
    of: (operationId) => {
      const known = notes.get(operationId)
      if (known !== undefined) return known
      const begun = newNotes()
      notes.set(operationId, begun)
      return begun
    },
    take: (operationId) => notes.take(operationId) ?? null,
  }
}
