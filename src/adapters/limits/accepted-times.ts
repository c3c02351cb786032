import type { LiveWindow } from '../../domain/limits/rate-limit.ts'

const FIRST_CAPACITY = 8

/**
 * The accepted times of one bucket, oldest first, in a ring that grows with what is really used, so that a large
 * limit costs no memory until it is reached. Every operation is O(1) amortised.
 */
export interface AcceptedTimes {
  /** Forgets what is `windowMs` old or older at `nowMs`. */
  expire(nowMs: number, windowMs: number): void
  add(atMs: number): void
  /** What is inside, seen from `nowMs`. */
  live(nowMs: number): LiveWindow
}

export const acceptedTimes = (): AcceptedTimes => {
  let ring = new Float64Array(FIRST_CAPACITY)
  let head = 0
  let count = 0
  const at = (index: number): number => ring[(head + index) % ring.length] ?? 0

  const grow = (): void => {
    const larger = new Float64Array(ring.length * 2)
    for (let index = 0; index < count; index += 1) larger[index] = at(index)
    ring = larger
    head = 0
  }

  return {
    expire(nowMs, windowMs) {
      while (count > 0 && at(0) <= nowMs - windowMs) {
        head = (head + 1) % ring.length
        count -= 1
      }
    },
    add(atMs) {
      if (count === ring.length) grow()
      ring[(head + count) % ring.length] = atMs
      count += 1
    },
    live: (nowMs) => ({ count, ageMs: (index) => nowMs - at(index) }),
  }
}
