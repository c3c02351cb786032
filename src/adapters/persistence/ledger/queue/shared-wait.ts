/** Commands that wait for each other to share a commit: some milliseconds, or until enough are together. */
export interface SharedWait {
  join(): void
  leave(commands: number): void
  /** How many wait. */
  size(): number
  /** Whether those that wait are due. */
  isOver(): boolean
  endNow(): void
  /** The commands that still wait do so for the whole time, counted from now. */
  restart(): void
}

/** `onOver` is called when the time of those that wait is over. */
export const sharedWait = (waitMs: number, enough: number, onOver: () => void): SharedWait => {
  let size = 0
  let isTimeOver = false
  let timer: NodeJS.Timeout | undefined

  const endNow = (): void => {
    isTimeOver = true
    onOver()
  }

  return {
    join: () => {
      size += 1
      timer ??= setTimeout(endNow, waitMs)
    },
    leave: (commands) => {
      size -= commands
    },
    size: () => size,
    isOver: () => isTimeOver || size >= enough,
    endNow,
    restart: () => {
      clearTimeout(timer)
      timer = size > 0 ? setTimeout(endNow, waitMs) : undefined
      isTimeOver = false
    },
  }
}
