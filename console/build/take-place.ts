import { rename, rm } from 'node:fs/promises'

/** How often another process may come between. */
const MOST_BETWEEN = 20

const isInTheWay = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(String(error.code))

/** Puts a finished folder in the place of the one before. Where several processes do so at once, the last one stays. */
export const takePlace = async (folder: string, place: string, others = 0): Promise<void> => {
  try {
    await rm(place, { recursive: true, force: true })
    await rename(folder, place)
  } catch (error) {
    if (!isInTheWay(error) || others === MOST_BETWEEN) throw error
    await takePlace(folder, place, others + 1)
  }
}
