import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { outcomeOf } from '../../support/chat/chat-outcome.ts'
import type { ChatOutcome } from '../../support/chat/chat-outcome.ts'
import { connectionErrorOf } from '../../support/connection-error.ts'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import { makeDataDir } from '../../support/processes/gateway-process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

const content = Array.from({ length: 20 }, (_, index) => `w${index}`).join(' ')

/** Resolves to the first match of standard output; rejects when the process ends without one. */
const printed = (child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> =>
  new Promise((found, failed) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (more: string) => {
      text += more
      const match = pattern.exec(text)
      if (match !== null) found(match)
    })
    child.once('exit', () => failed(new Error(`npm ended first:\n${text}`)))
  })

/** Ends what may be left of a process group, also when its leader is gone. */
const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is empty, as it should be.
  }
}

describe('SIGTERM to npm start', () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>
  let npm: ChildProcess
  let url: string
  let outcome: ChatOutcome
  let exit: number | null

  before(async () => {
    dataDir = await makeDataDir()
    npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: '', REDIS_URL: '', PORT: '0', DATA_DIR: dataDir.path },
      // A group of its own, so that the signal reaches npm alone, as from a supervisor.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const serving = await printed(npm, /"url":"([^"]+)".*"msg":"serving"/)
    url = serving[1] ?? ''
    const customer = await makeCustomer(url, '100')
    const call = { model: 'sandbox/echo-slow', stream: true, messages: [{ role: 'user', content }] }
    const answer = await chat(url, customer.apiKey, call)
    const whole = outcomeOf(Promise.resolve(answer))
    npm.kill('SIGTERM')
    const ended = once(npm, 'exit')
    outcome = await whole
    await ended
    exit = npm.exitCode
  })
  after(async () => {
    killGroup(npm)
    await dataDir.remove()
  })

  it('lets the running stream finish, and npm ends with 0 after the server', () => {
    expect(outcome).to.include({ status: 200, whole: true, content })
    expect(exit).to.equal(0)
  })

  it('leaves no server behind', async () => {
    expect(await connectionErrorOf(url)).to.equal('ECONNREFUSED')
  })
})
