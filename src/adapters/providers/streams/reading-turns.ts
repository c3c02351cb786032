import { setImmediate } from 'node:timers/promises'

/** Lines that bring nothing take some nine milliseconds. */
const BYTES_PER_TURN = 256 * 1024

/**
 * Lets other work run after so many bytes of one stream: a socket that is full is read again and again before anything
 * else is.
 */
export const readingTurns = () => {
  let bytesOfTurn = 0
  return (bytes: number): Promise<void> | null => {
    bytesOfTurn += bytes
    if (bytesOfTurn < BYTES_PER_TURN) return null
    bytesOfTurn = 0
    return setImmediate()
  }
}
