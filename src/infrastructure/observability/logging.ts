import { pino, symbols } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { timeTexts } from '../../domain/time-text.ts'
import { escapeUnseen } from '../../domain/visible-text.ts'
import type { LogLevel } from '../config/config-variables.ts'
import { openLineOutput } from './line-output.ts'
import { scrubRecord, scrubText } from './scrub.ts'

export type Log = Logger

interface Logging {
  readonly log: Log
  /** Writes out everything logged so far; call it last before the process ends. */
  flush(): void
}

/** A child's fields are written once, when it is made, and are not read by `lineOf`: they are scrubbed here. */
const withScrubbedChildren = (log: Log): Log => {
  // Called with the logger it is asked of, so that a child's child keeps its parent's fields.
  const plain = Reflect.get<Log, 'child'>(log, 'child')
  log.child = function scrubbedChild(this: Log, bindings, options) {
    return plain.call(this, scrubRecord(bindings), options)
  } as Log['child']
  return log
}

const timeText = timeTexts()

/** The time of a line, as pino asks for it. */
const timeField = (): string => `,"time":"${timeText(Date.now())}"`

/** What a line of a level begins with. */
const beginnings = new Map<number, string>(
  Object.entries(pino.levels.values).map(([label, level]) => [level, `{"level":"${label}"`]),
)

/**
 * Writes the line of one record in pino's form. pino writes each field on its own, by its own reading of characters;
 * a scrubbed record is plain JSON, which the engine writes in a third of the time.
 */
function lineOf(this: Log, record: object, message: string | undefined, level: number, time: string): string {
  const childFields = Reflect.get(this, symbols.chindingsSym) as string
  const fields = JSON.stringify(scrubRecord(record)).slice(1, -1)
  const text = message === undefined ? '' : `,"msg":${JSON.stringify(message)}`
  return `${beginnings.get(level)}${time}${childFields}${fields === '' ? '' : `,${fields}`}${text}}\n`
}

const withWholeLines = (log: Log): Log => {
  Reflect.set(log, symbols.asJsonSym, lineOf)
  return log
}

/** What every line says besides, asked at each; a line's own fields are preferred. */
type LineFields = () => Readonly<Record<string, string>>

/**
 * JSON lines. Three measures keep secrets out: the logger never gets a body, withheld fields are replaced at any depth,
 * and each finished line is searched for text that looks like a credential. What a terminal would obey stands as an
 * escape: an address that anyone may ask for stands in a line.
 */
export const createLog = (level: LogLevel, stream: DestinationStream, fields?: LineFields): Log =>
  withScrubbedChildren(
    withWholeLines(
      pino(
        {
          level,
          base: null,
          timestamp: timeField,
          ...(fields === undefined ? {} : { mixin: fields }),
          hooks: { streamWrite: (line) => escapeUnseen(scrubText(line)) },
        },
        stream,
      ),
    ),
  )

/** Lines leave together when so many characters wait, or after so long: a write for each costs more than the line. */
const BUFFER_CHARS = 65_536
const FLUSH_INTERVAL_MS = 100

/** Standard error may have a reader where the log itself cannot be written. */
const complain = (reason: string): void =>
  void process.stderr.write(`the log cannot be written (${reason}): the service goes on, and tries again\n`)

/** Logs to standard output without making the caller wait for the write, and goes on where it cannot be written. */
export const openLogging = (level: LogLevel, fields?: LineFields): Logging => {
  let gathered = ''
  const output = openLineOutput(1, {
    failed: complain,
    leftOut: (lines) => log.warn({ lines }, 'lines of the log were left out: standard output did not take them'),
  })
  const handOver = (): void => {
    if (gathered !== '') output.write(gathered)
    gathered = ''
  }
  const flush = (): void => {
    handOver()
    output.flush()
  }
  process.once('exit', flush)
  setInterval(handOver, FLUSH_INTERVAL_MS).unref()
  const gather = (line: string): void => {
    gathered += line
    if (gathered.length >= BUFFER_CHARS) handOver()
  }
  const log = createLog(level, { write: gather }, fields)
  return { log, flush }
}
