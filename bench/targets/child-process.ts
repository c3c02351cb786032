import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Child {
  readonly process: ChildProcess
  readonly port: number
  stop(): Promise<void>
}

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** Starts one of the bench's own programs, which reports the port it listens on. */
export const forkProgram = async (file: string, args: readonly string[] = []): Promise<Child> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [message] = (await once(child, 'message')) as [{ readonly port: number }]
  return { process: child, port: message.port, stop: () => stopChild(child) }
}

const answers = async (address: string): Promise<boolean> => {
  try {
    const response = await fetch(address)
    await response.arrayBuffer()
    return response.status < 500
  } catch {
    return false
  }
}

export interface ServerProgram {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly port: number
  /** Answers below 500 once the server is ready. */
  readonly readyPath: string
}

/** Starts a server that knows its own port and waits until it answers. Its output is shown only if it never does. */
export const spawnServer = async (program: ServerProgram): Promise<Child> => {
  const child = spawn(process.execPath, program.args, {
    cwd: program.cwd,
    env: program.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (bytes: Buffer): void => {
    output = (output + bytes.toString('utf8')).slice(-4000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const deadline = performance.now() + 30_000
  while (!(await answers(`http://127.0.0.1:${program.port}${program.readyPath}`))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stopChild(child)
      throw new Error(`${program.args.join(' ')} did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { process: child, port: program.port, stop: () => stopChild(child) }
}
