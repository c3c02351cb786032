import { once } from 'node:events'
import { rmSync, rmdirSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { pid, platform, umask } from 'node:process'
import type { CommandOutput } from '../../adapters/cli/command.ts'
import { controlPathFor } from './control-path.ts'
import { readRequest, toLine } from './control-protocol.ts'
import type { ControlMessage } from './control-protocol.ts'
import { failureFacts } from '../failures/failure-facts.ts'
import type { DataDirLease } from '../data-dir/data-dir.ts'

/** Runs one command line inside this process and answers its exit code. */
export type RunCommandLine = (argv: readonly string[], out: CommandOutput) => Promise<number>

export interface ControlServer {
  readonly path: string
  /** Takes no more commands and waits for those that run. */
  readonly close: () => Promise<void>
}

/** The exit code of a command that threw, as sysexits names it. */
const EXIT_SOFTWARE = 70

const REQUEST_TIMEOUT_MS = 10_000
const MAX_REQUEST_CHARS = 65_536

/** The first line a client sends; null if it leaves, stalls or talks too long. */
const requestLine = async (socket: Socket): Promise<string | null> => {
  socket.setEncoding('utf8').setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy())
  const line = await new Promise<string | null>((resolve) => {
    let text = ''
    const gather = (chunk: string): void => {
      text += chunk
      const end = text.indexOf('\n')
      if (end === -1 && text.length <= MAX_REQUEST_CHARS) return
      // What comes behind the request is dropped.
      socket.off('data', gather)
      resolve(end === -1 || end > MAX_REQUEST_CHARS ? null : text.slice(0, end))
    }
    socket.once('close', () => resolve(null))
    socket.on('data', gather)
  })
  socket.setTimeout(0)
  return line
}

const answer = async (line: string, run: RunCommandLine, say: (message: ControlMessage) => void): Promise<void> => {
  const request = readRequest(line)
  if (request === null) return
  const out: CommandOutput = { stdout: (text) => say({ stdout: text }), stderr: (text) => say({ stderr: text }) }
  try {
    say({ exit: await run(request.argv, out) })
  } catch (error) {
    out.stderr(`${failureFacts(error).message}\n`)
    say({ exit: EXIT_SOFTWARE })
  }
}

/** The socket gets its mode together with its name, so no other user can connect before a later chmod. */
const withPrivateFiles = (make: () => void): void => {
  const before = umask(0o177)
  try {
    make()
  } finally {
    umask(before)
  }
}

const removeSocket = (path: string, dataDir: string): void => {
  if (platform === 'win32') return
  rmSync(path, { force: true })
  if (dirname(path) !== dataDir) rmdirSync(dirname(path))
}

/**
 * Lets operators run commands inside this process while it holds the data directory: one writer keeps the
 * embedded database, and what a command changes is seen by this process's caches at once.
 */
export const openControl = async (lease: DataDirLease, run: RunCommandLine): Promise<ControlServer> => {
  const path = controlPathFor(lease.dataDir)
  // Left by a holder that was killed: the lease proves that it is gone.
  if (platform !== 'win32') rmSync(path, { force: true })
  const undecided = new Set<Socket>()
  const running = new Set<Promise<void>>()
  const server = createServer((socket) => {
    // A client that left reads nothing; the command it asked for runs to its end all the same.
    socket.on('error', () => socket.destroy())
    const say = (message: ControlMessage): void => {
      if (socket.writable) socket.write(toLine(message))
    }
    const serve = async (): Promise<void> => {
      say({ pid })
      undecided.add(socket)
      const line = await requestLine(socket)
      undecided.delete(socket)
      if (line === null) socket.destroy()
      else {
        await answer(line, run, say)
        socket.end()
      }
      running.delete(job)
    }
    const job = serve()
    running.add(job)
  })
  withPrivateFiles(() => server.listen(path))
  await once(server, 'listening')
  lease.announceControl(path)
  const close = async (): Promise<void> => {
    lease.announceControl(null)
    server.close()
    for (const socket of undecided) socket.destroy()
    await Promise.all(running)
    removeSocket(path, lease.dataDir)
  }
  let closed: Promise<void> | undefined
  return { path, close: () => (closed ??= close()) }
}
