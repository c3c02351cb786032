import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../../domain/time-units.ts'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { IdGenerator } from '../../application/ports/process/id-generator.ts'

/** Random bytes are taken in blocks, because a request of them for each id would cost more than the rest of the id. */
const BLOCK_BYTES = 8_192
/** 12 bits of counter in `rand_a`, then 62 random bits. */
const RANDOM_BYTES = 8
const MAX_COUNT = 0xfff
/**
 * How far ids may run ahead of the clock, so that they keep increasing when it steps back. A clock that steps back by
 * more was wrong before, by hours perhaps, and an operation begins at the moment that its id says.
 */
const MAX_AHEAD_MS = MINUTE_MS

/** Of the random bytes of an id, in hexadecimal: the first four characters stand before the last hyphen. */
const HEX_CHARS = 2 * RANDOM_BYTES
const HEX_BEFORE_HYPHEN = 4

/** A block of random bits for many ids, in hexadecimal, each with the variant of RFC 9562 in its first two bits. */
const randomHex = (): string => {
  const block = randomBytes(BLOCK_BYTES)
  for (let at = 0; at < BLOCK_BYTES; at += RANDOM_BYTES) block[at] = ((block[at] ?? 0) & 0x3f) | 0x80
  return block.toString('hex')
}

/**
 * UUIDv7 (RFC 9562): 48 bits of milliseconds, 12 bits that count up within one millisecond, 62 random bits.
 * Ids of one process are strictly increasing, also when the clock steps back by up to a minute or the counter runs
 * over: the millisecond then runs ahead of the clock.
 */
export const uuidV7Ids = (clock: Clock): IdGenerator => {
  let block = ''
  let used = 0
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
    if (nowMs > millisecond || millisecond - nowMs > MAX_AHEAD_MS) goTo(nowMs)
    else if (count === MAX_COUNT) goTo(millisecond + 1)
    else count += 1
  }

  return {
    next: () => {
      if (used === block.length) {
        block = randomHex()
        used = 0
      }
      turn()
      const counter = count.toString(16).padStart(3, '0')
      const hyphen = used + HEX_BEFORE_HYPHEN
      const random = `${block.slice(used, hyphen)}-${block.slice(hyphen, used + HEX_CHARS)}`
      used += HEX_CHARS
      return `${head}${counter}-${random}`
    },
  }
}
