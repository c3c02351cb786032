import { write, writeSync } from 'node:fs'
import { failureFacts } from '../failures/failure-facts.ts'

/** Where a long-running process puts its lines. It never fails: what it writes is worth less than what it tells of. */
interface LineOutput {
  /** Takes whole lines, and does not wait until they are written. */
  write(lines: string): void
  /** Writes what waits before it returns, as far as the system takes it; for the end of a process. */
  flush(): void
}

interface OutputReports {
  /** The system did not take a line, for the first time since it took one; the reason is the system's. */
  failed(reason: string): void
  /** The system takes lines again, and so many had to be left out. */
  leftOut(lines: number): void
}

/** What waits at most for a slow reader or for space on the disk; lines beyond that are left out. */
export const MOST_WAITING_BYTES = 8 * 1024 * 1024

const RETRY_MS = 100
/** How often a flush tries a pipe whose reader is slow: for five seconds. */
const MOST_FLUSH_TRIES = 50

/** The reader of a pipe is slow; nothing is wrong. */
const BUSY = ['EAGAIN', 'EBUSY'] as const

const sleep = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

class WaitingLines implements LineOutput {
  readonly #fd: number
  readonly #reports: OutputReports
  readonly #calls: { readonly write: typeof write; readonly writeSync: typeof writeSync }
  readonly #waiting: Buffer[] = []
  #bytes = 0
  #lost = 0
  #underWay = false
  #failing = false
  /** The reader of the pipe is gone for good. */
  #gone = false
  #retry: NodeJS.Timeout | null = null

  constructor(fd: number, reports: OutputReports, calls: { write: typeof write; writeSync: typeof writeSync }) {
    this.#fd = fd
    this.#reports = reports
    this.#calls = calls
  }

  write(lines: string): void {
    if (this.#gone) return
    const bytes = Buffer.from(lines)
    if (this.#bytes + bytes.length > MOST_WAITING_BYTES) {
      this.#lost += lines.split('\n').length - 1
      return
    }
    this.#waiting.push(bytes)
    this.#bytes += bytes.length
    if (this.#retry === null) this.#next()
  }

  flush(): void {
    let tries = 0
    // The piece under way is in the hands of the system already.
    const at = this.#underWay ? 1 : 0
    while (this.#waiting[at] !== undefined && tries < MOST_FLUSH_TRIES) {
      try {
        this.#took(this.#calls.writeSync(this.#fd, this.#waiting[at]), at)
      } catch (error) {
        if (!this.#refused(error)) return
        tries += 1
        sleep(RETRY_MS)
      }
    }
  }

  #next(): void {
    const [bytes] = this.#waiting
    if (this.#underWay || bytes === undefined) return
    this.#underWay = true
    this.#calls.write(this.#fd, bytes, (error, written) => {
      this.#underWay = false
      if (error === null) {
        this.#took(written, 0)
        this.#next()
        return
      }
      this.#refused(error)
      this.#retry = setTimeout(() => {
        this.#retry = null
        this.#next()
      }, RETRY_MS).unref()
    })
  }

  #took(written: number, at: number): void {
    const rest = this.#waiting[at]?.subarray(written) ?? Buffer.alloc(0)
    if (rest.length > 0) this.#waiting[at] = rest
    else this.#waiting.splice(at, 1)
    this.#bytes -= written
    this.#failing = false
    if (this.#lost === 0 || this.#bytes > MOST_WAITING_BYTES / 2) return
    const lost = this.#lost
    this.#lost = 0
    this.#reports.leftOut(lost)
  }

  /** Answers whether the reader is slow and no more. */
  #refused(error: unknown): boolean {
    const { codes, message } = failureFacts(error)
    if (BUSY.some((code) => codes.has(code))) return true
    if (codes.has('EPIPE')) {
      this.#gone = true
      this.#waiting.length = 0
      this.#bytes = 0
      return false
    }
    if (!this.#failing) this.#reports.failed(message)
    this.#failing = true
    return false
  }
}

/** Writes lines to an open file without making the caller wait; a full disk delays them and ends nothing. */
export const openLineOutput = (fd: number, reports: OutputReports, calls = { write, writeSync }): LineOutput =>
  new WaitingLines(fd, reports, calls)
