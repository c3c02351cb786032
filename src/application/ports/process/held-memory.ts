/** What one piece of work holds of the memory that a process shares among all its callers. */
export interface HeldMemory {
  readonly bytes: () => number
  /** Whether there is room for so many bytes more. */
  readonly hasRoom: (bytes: number) => boolean
  /** Counts bytes that may still be refused; false, with nothing counted, where there is no room. */
  readonly add: (bytes: number) => boolean
  /**
   * Counts bytes that are here already, of an answer that cannot be refused any more. A promise where there is no room
   * for more: who brings the bytes waits for it before the next ones.
   */
  readonly bring: (bytes: number) => Promise<void> | null
  /** Gives all counted bytes back, once the work is over; what it still brings is not counted. */
  readonly release: () => void
}
