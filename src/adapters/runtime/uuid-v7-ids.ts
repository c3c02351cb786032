import { randomFillSync } from 'node:crypto'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { IdGenerator } from '../../application/ports/process/id-generator.ts'

/** Random bytes are taken in blocks, because a request of them for each id would cost more than the rest of the id. */
const BLOCK_BYTES = 8_192
/** 12 bits of counter in `rand_a`, then 62 random bits. */
const RANDOM_BYTES = 8
const MAX_COUNT = 0xfff

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * UUIDv7 (RFC 9562): 48 bits of milliseconds, 12 bits that count up within one millisecond, 62 random bits.
 * Ids of one process are strictly increasing, also when the clock steps back or the counter runs over: the
 * millisecond then runs ahead of the clock.
 */
export const uuidV7Ids = (clock: Clock): IdGenerator => {
  const block = new Uint8Array(BLOCK_BYTES)
  let used = BLOCK_BYTES
  let millisecond = -1
  let count = 0
  /** The part that says the millisecond, with the version behind it. */
  let head = ''

  const goTo = (next: number): void => {
    millisecond = next
    count = 0
    const time = next.toString(16).padStart(12, '0')
    head = `${time.slice(0, 8)}-${time.slice(8)}-7`
  }

  const turn = (): void => {
    const nowMs = clock.now()
    if (nowMs > millisecond) goTo(nowMs)
    else if (count === MAX_COUNT) goTo(millisecond + 1)
    else count += 1
  }

  return {
    next: () => {
      if (used + RANDOM_BYTES > BLOCK_BYTES) {
        randomFillSync(block)
        used = 0
      }
      turn()
      const counter = count.toString(16).padStart(3, '0')
      let random = HEX[((block[used] ?? 0) & 0x3f) | 0x80] ?? ''
      for (let index = 1; index < RANDOM_BYTES; index += 1) {
        random += HEX[block[used + index] ?? 0] ?? ''
        if (index === 1) random += '-'
      }
      used += RANDOM_BYTES
      return `${head}${counter}-${random}`
    },
  }
}
