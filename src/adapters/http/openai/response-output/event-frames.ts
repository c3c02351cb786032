import { eventText } from './stream-codec.ts'

/** Writes one event of a response: its type, and its fields but for the type and the number. */
export type WriteEvent = (type: string, fields: Readonly<Record<string, unknown>>) => void

/** The events of an answer that is sent whole: it has none. */
export const withoutEvents: WriteEvent = () => undefined

/** The events of a stream as its frames, numbered in their order. */
export const eventFrames = () => {
  let sequence = 0
  let frames = ''
  const write: WriteEvent = (type, fields) => {
    frames += eventText(type, sequence, JSON.stringify(fields).slice(1, -1))
    sequence += 1
  }
  return {
    write,
    /** A provider's event was handed on, which has a number of its own: those behind it go on from there. */
    passOn: (): void => void (sequence += 1),
    /** The frames since they were last taken. */
    take: (): string => {
      const taken = frames
      frames = ''
      return taken
    },
  }
}
