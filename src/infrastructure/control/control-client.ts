import { connect } from 'node:net'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { CommandOutput } from '../../adapters/cli/command.ts'
import { readMessage, toLine } from './control-protocol.ts'
import type { ControlMessage } from './control-protocol.ts'

export type ControlFailure =
  /** No process listens, or one does and sends nothing: it did not take the command. */
  | { readonly tag: 'control_silent'; readonly reason: string }
  /** The process went away while it ran the command: whether the command took effect is not known. */
  | { readonly tag: 'control_cut' }

const GREETING_TIMEOUT_MS = 5000

/** Has the process at `path` run a command line, prints what it prints and answers its exit code. */
export const callControl = (
  path: string,
  argv: readonly string[],
  out: CommandOutput,
  greetingWaitMs: number = GREETING_TIMEOUT_MS,
): Promise<Either<ControlFailure, number>> =>
  new Promise((resolve) => {
    const socket = connect(path)
    let sent = false
    const end = (result: Either<ControlFailure, number>): void => {
      socket.destroy()
      resolve(result)
    }
    const lost = (reason: string): void => end(left(sent ? { tag: 'control_cut' } : { tag: 'control_silent', reason }))
    socket.setTimeout(greetingWaitMs, () => lost('it does not answer'))
    socket.on('error', (error) => lost(error.message))
    socket.on('close', () => lost('it closed the connection'))
    const onMessage = (message: ControlMessage | null): void => {
      if (message === null) return
      if ('stdout' in message) out.stdout(message.stdout)
      else if ('stderr' in message) out.stderr(message.stderr)
      else if ('exit' in message) end(right(message.exit))
      else if (!sent) {
        sent = true
        // It is awake; how long a command takes is its own affair.
        socket.setTimeout(0)
        socket.write(toLine({ argv: [...argv] }))
      }
    }
    // Joined at the end of the line: a list of many accounts is one line of as many pieces as the socket makes of it.
    let begun: string[] = []
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const [end = '', ...others] = chunk.split('\n')
      begun.push(end)
      for (const next of others) {
        onMessage(readMessage(begun.join('')))
        begun = [next]
      }
    })
  })
