import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { runNode } from '../support/processes/child-process.ts'

const entry = resolve(import.meta.dirname, '../../bin/test.js')

/** Given, so that nothing is started; the specs here do not use them. */
const services = { TEST_DATABASE_URL: 'postgres://unused/x', TEST_REDIS_URL: 'redis://unused' }

describe('the test command', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'gateway-spec-'))
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  const run = async (spec: string, ...argv: readonly string[]) => {
    const file = join(directory, 'spec.mjs')
    writeFileSync(file, spec)
    const child = runNode([entry, file, ...argv], services)
    const exit = await child.ended()
    return { exit, stdout: child.stdout(), last: child.stdout().trimEnd().split('\n').at(-1) }
  }

  it('prints last how many tests passed and failed', async () => {
    expect(await run(`it('a', () => {}); it('b', () => {})`)).to.include({ exit: 0, last: '2 passed, 0 failed' })
    const failing = await run(`it('a', () => {}); it('b', () => { throw new Error('no') })`)
    expect(failing).to.include({ exit: 1, last: '1 passed, 1 failed' })
  })

  it('counts a failing hook as a failure', async () => {
    const spec = `before(() => { throw new Error('no') }); it('a', () => {})`
    expect(await run(spec)).to.include({ exit: 1, last: '0 passed, 1 failed' })
  })

  it('does not take a crash for a success', async () => {
    const crashed = await run(`it('a', () => process.kill(process.pid, 'SIGKILL'))`)
    expect(crashed).to.include({ exit: 1, last: '0 passed, 1 failed' })
    expect((await run('throw new Error("broken file")')).exit).to.not.equal(0)
  })

  it('does not wait for ever for what a test left open, and names it', async () => {
    const spec = `import { createServer } from 'node:net'; it('a', () => void createServer().listen(0, '127.0.0.1'))`
    const lingering = await run(spec)
    expect(lingering).to.include({ exit: 0, last: '1 passed, 0 failed' })
    expect(lingering.stdout).to.match(/kept alive by something they opened: .*TCPServerWrap/)
  })

  it('passes its arguments on to mocha', async () => {
    const spec = `it('one', () => {}); it('other', () => { throw new Error('no') })`
    expect(await run(spec, '--grep', 'one')).to.include({ exit: 0, last: '1 passed, 0 failed' })
  })
})
