import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'chai'
import { eventually } from '../../support/eventually.ts'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { CommandOutput } from '../../../src/adapters/cli/command.ts'
import { callControl } from '../../../src/infrastructure/control/control-client.ts'
import { openControl } from '../../../src/infrastructure/control/control-server.ts'
import type { ControlServer, RunCommandLine } from '../../../src/infrastructure/control/control-server.ts'
import { openDataDir } from '../../../src/infrastructure/data-dir/data-dir.ts'
import type { DataDirLease } from '../../../src/infrastructure/data-dir/data-dir.ts'
import { readHolder } from '../../../src/infrastructure/data-dir/data-dir-holder.ts'
import { timed } from '../../support/timed.ts'
import { runNode } from '../../support/processes/child-process.ts'

const recorder = (): CommandOutput & { readonly text: () => string } => {
  let text = ''
  return {
    stdout: (part) => void (text += `out:${part}`),
    stderr: (part) => void (text += `err:${part}`),
    text: () => text,
  }
}

describe('control socket', () => {
  let parent: string
  let lease: DataDirLease
  let control: ControlServer | undefined

  const open = async (dataDir: string, run: RunCommandLine): Promise<ControlServer> => {
    const taken = await openDataDir(dataDir)
    if (isLeft(taken)) throw new Error(taken.left.tag)
    lease = taken.right
    control = await openControl(lease, run)
    return control
  }
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'gateway-control-'))
  })
  afterEach(async () => {
    await control?.close()
    control = undefined
    lease.release()
    rmSync(parent, { recursive: true, force: true })
  })

  it('runs a command and streams what it prints, then its exit code', async () => {
    let proceed: (() => void) | undefined
    const waiting = new Promise<void>((resume) => (proceed = resume))
    const { path } = await open(join(parent, 'data'), async (argv, out) => {
      out.stdout(`first ${argv.join('|')}\n`)
      await waiting
      out.stderr('second\n')
      return 4
    })
    const out = recorder()
    const call = callControl(path, ['users', 'credit', 'á "b"\n'], out)
    await eventually(() => out.text().includes('first'))
    expect(out.text()).to.equal('out:first users|credit|á "b"\n\n')
    proceed?.()
    expect(await call).to.deep.equal({ _tag: 'Right', right: 4 })
    expect(out.text()).to.contain('err:second\n')
  })

  it('is open to its owner alone, named in the directory, and gone after the close', async () => {
    const { path, close } = await open(join(parent, 'data'), () => Promise.resolve(0))
    expect(statSync(path).mode & 0o777).to.equal(0o600)
    expect(readHolder(lease.dataDir)?.controlPath).to.equal(path)
    await close()
    expect(existsSync(path)).to.equal(false)
    expect(readHolder(lease.dataDir)?.controlPath).to.equal(null)
  })

  it('moves to a private temporary directory when its path would be too long for a socket', async () => {
    const { path, close } = await open(join(parent, 'd'.repeat(120)), () => Promise.resolve(5))
    expect(Buffer.byteLength(path)).to.be.lessThan(104)
    expect(statSync(dirname(path)).mode & 0o777).to.equal(0o700)
    expect(await callControl(readHolder(lease.dataDir)?.controlPath ?? '', [], recorder())).to.have.property('right', 5)
    await close()
    expect(existsSync(dirname(path))).to.equal(false)
  })

  it('reports a command that threw as broken and goes on serving', async () => {
    let calls = 0
    const { path } = await open(join(parent, 'data'), () => {
      calls += 1
      return calls === 1 ? Promise.reject(new Error('the database went away')) : Promise.resolve(0)
    })
    const out = recorder()
    expect(await callControl(path, ['x'], out)).to.have.property('right', 70)
    expect(out.text()).to.equal('err:the database went away\n')
    expect(await callControl(path, ['x'], out)).to.have.property('right', 0)
  })

  it('lets a command finish before it closes, and drops connections without a command', async () => {
    let done = false
    let proceed: (() => void) | undefined
    const closing = new Promise<void>((resume) => (proceed = resume))
    const { path, close } = await open(join(parent, 'data'), async (_argv, out) => {
      out.stdout('begun')
      await closing
      done = true
      return 0
    })
    const idle = connect(path)
    await once(idle, 'data')
    const out = recorder()
    const call = callControl(path, ['x'], out)
    await eventually(() => out.text().includes('begun'))
    const closed = Promise.all([close(), once(idle, 'close')])
    proceed?.()
    await closed
    expect(done).to.equal(true)
    expect(await call).to.have.property('right', 0)
  })

  it('ignores what is not a request', async () => {
    const { path } = await open(join(parent, 'data'), () => Promise.reject(new Error('was run')))
    for (const nonsense of ['hello\n', '{"argv":"users"}\n', '[]\n', 'x'.repeat(70_000)]) {
      const socket = connect(path)
      let answer = ''
      socket.on('data', (text) => void (answer += String(text)))
      socket.on('error', () => undefined)
      socket.write(nonsense)
      await once(socket, 'close')
      expect(answer).to.not.contain('exit')
    }
  })

  it('cuts a client that talks too long, so that nothing is kept of what it goes on to say', async () => {
    const { path } = await open(join(parent, 'data'), () => Promise.resolve(0))
    const socket = connect({ path, allowHalfOpen: true })
    socket.on('error', () => undefined)
    const words = 'x'.repeat(65_536)
    const write = (): Promise<void> => new Promise((written) => socket.write(words, () => written()))
    for (let times = 0; times < 200 && !socket.destroyed; times += 1) await write()
    const wasCut = socket.destroyed
    socket.destroy()
    expect(wasCut).to.equal(true)
  })
})

describe('control client', () => {
  const script = resolve(import.meta.dirname, '../../support/processes/serve-control.ts')
  let parent: string
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'gateway-control-'))
  })
  afterEach(() => rmSync(parent, { recursive: true, force: true }))

  it('lets another process run the command, and reports when that process dies during it', async () => {
    const holder = runNode([script, parent])
    await holder.printed(/ready/)
    const path = readHolder(parent)?.controlPath ?? ''
    const out = recorder()
    expect(await callControl(path, ['say', 'good', 'day'], out)).to.have.property('right', 7)
    expect(out.text()).to.equal(`out:${holder.pid} says good day\n`)
    expect(await callControl(path, ['die'], out)).to.deep.equal({ _tag: 'Left', left: { tag: 'control_cut' } })
    await holder.ended()
    // The killed process left its socket behind: no process listens, and the next holder takes its place.
    expect(readdirSync(parent)).to.include('control.sock')
    expect(await callControl(path, ['say'], out)).to.have.nested.property('left.tag', 'control_silent')
    const next = runNode([script, parent])
    await next.printed(/ready/)
    expect(await callControl(path, ['say', 'hello'], out)).to.have.property('right', 7)
    await next.kill()
  })

  it('reads what a list of many accounts prints in time that grows as the list does', async () => {
    const path = join(parent, 'long.sock')
    const printed = 'é'.repeat(20_000_000)
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(`${JSON.stringify({ stdout: printed })}\n{"exit":0}\n`))
      socket.write('{"pid":1}\n')
    }).listen(path)
    await once(server, 'listening')
    const pieces: string[] = []
    const out: CommandOutput = { stdout: (text) => void pieces.push(text), stderr: () => undefined }
    const { value: answer, ms } = await timed(() => callControl(path, ['users', 'list'], out))
    server.close()
    expect(answer).to.have.property('right', 0)
    expect(pieces.length === 1 && pieces[0] === printed).to.equal(true)
    // Where the line was begun anew at each piece of it, this took 12 s.
    expect(ms).to.be.lessThan(4_000)
  })

  it('gives up on a process that accepts the connection and never answers', async () => {
    const path = join(parent, 'mute.sock')
    const mute = createServer((socket) => socket.on('error', () => undefined)).listen(path)
    await once(mute, 'listening')
    const answer = await callControl(path, ['x'], recorder(), 50)
    expect(answer).to.deep.equal({ _tag: 'Left', left: { tag: 'control_silent', reason: 'it does not answer' } })
    mute.close()
  })
})
