/** The bytes of one body, counted as they arrive. */
export interface BodyBytes {
  /** Counts `bytes` more; false where the process, or this caller, has no room for them. */
  readonly add: (bytes: number) => boolean
  /** Gives everything back; a second time does nothing. */
  readonly giveBack: () => void
}

/** What all bodies in flight may hold together. */
export interface BodyBudget {
  /** Whether there is room now for a body that announces `bytes`. */
  readonly hasRoom: (caller: string, bytes: number) => boolean
  readonly open: (caller: string) => BodyBytes
  readonly bytesInFlight: () => number
}

/** One caller holds at most this share, so that a single account cannot close the door for all others. */
const CALLERS_SHARE = 1 / 4

/**
 * A budget of `mostBytes` for the whole process. Bytes count when they arrive and not when they are announced: an
 * announcement costs a client nothing, so it must not take room from others. One caller may always send one body of
 * `largestBody` bytes, if nobody else needs the room.
 */
export const bodyBudget = (mostBytes: number, largestBody: number): BodyBudget => {
  const mostOfOneCaller = Math.max(largestBody, mostBytes * CALLERS_SHARE)
  const byCaller = new Map<string, number>()
  let all = 0
  const hasRoom = (caller: string, bytes: number): boolean =>
    all + bytes <= mostBytes && (byCaller.get(caller) ?? 0) + bytes <= mostOfOneCaller
  const open = (caller: string): BodyBytes => {
    let own = 0
    const add = (bytes: number): boolean => {
      if (!hasRoom(caller, bytes)) return false
      own += bytes
      all += bytes
      byCaller.set(caller, (byCaller.get(caller) ?? 0) + bytes)
      return true
    }
    const giveBack = (): void => {
      if (own === 0) return
      const left = (byCaller.get(caller) ?? 0) - own
      if (left > 0) byCaller.set(caller, left)
      else byCaller.delete(caller)
      all -= own
      own = 0
    }
    return { add, giveBack }
  }
  return { hasRoom, open, bytesInFlight: () => all }
}
