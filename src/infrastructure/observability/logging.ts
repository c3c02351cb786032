import { destination, pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import type { LogLevel } from '../config/config-variables.ts'
import { scrub, scrubRecord, scrubText } from './scrub.ts'

export type Log = Logger

interface Logging {
  readonly log: Log
  /** Writes out everything logged so far; call it last before the process ends. */
  flush(): void
}

/** A child's fields are written once, when it is made, and skip `formatters.log`: they are scrubbed here. */
const withScrubbedChildren = (log: Log): Log => {
  // Called with the logger it is asked of, so that a child's child keeps its parent's fields.
  const plain = Reflect.get<Log, 'child'>(log, 'child')
  log.child = function scrubbedChild(this: Log, bindings, options) {
    return plain.call(this, scrubRecord(bindings), options)
  } as Log['child']
  return log
}

let millisecond = 0
let timeField = ''

/** The time of a line. Many lines share a millisecond, and writing a date costs as much as half a line. */
const isoTime = (): string => {
  const now = Date.now()
  if (now !== millisecond) {
    millisecond = now
    timeField = `,"time":"${new Date(now).toISOString()}"`
  }
  return timeField
}

/** What every line says besides, asked at each; a line's own fields are preferred. */
type LineFields = () => Readonly<Record<string, string>>

/**
 * JSON lines. Three walls keep secrets out: bodies are not handed to the logger at all, withheld fields are
 * replaced at any depth, and each finished line is searched once more for whatever looks like a credential.
 */
export const createLog = (level: LogLevel, stream: DestinationStream, fields?: LineFields): Log =>
  withScrubbedChildren(
    pino(
      {
        level,
        base: null,
        timestamp: isoTime,
        ...(fields === undefined ? {} : { mixin: fields }),
        formatters: { level: (label) => ({ level: label }), log: scrubRecord },
        serializers: { err: (value: unknown) => scrub(value) },
        hooks: { streamWrite: scrubText },
      },
      stream,
    ),
  )

/** Lines leave together when so many characters wait, or after so long: a write for each costs more than the line. */
const BUFFER_CHARS = 65_536
const FLUSH_INTERVAL_MS = 100

/** Logs to standard output without making the caller wait for the write. */
export const openLogging = (level: LogLevel, fields?: LineFields): Logging => {
  let gathered = ''
  const handOver = (): void => {
    if (gathered !== '') stream.write(gathered)
    gathered = ''
  }
  // Runs at every end of the process, before the stream's own handler, which is registered later.
  process.once('exit', handOver)
  // The stream could gather lines itself, but measures all it has gathered anew for each of them.
  const stream = destination({ fd: 1, sync: false })
  setInterval(handOver, FLUSH_INTERVAL_MS).unref()
  const gather = (line: string): void => {
    gathered += line
    if (gathered.length >= BUFFER_CHARS) handOver()
  }
  const flush = (): void => {
    handOver()
    stream.flushSync()
  }
  return { log: createLog(level, { write: gather }, fields), flush }
}
