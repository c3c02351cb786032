import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { servingNode, thriftyEnvironment } from '../../bin/begin-anew.js'
import { runProgram } from '../support/processes/child-process.ts'

const bin = resolve(import.meta.dirname, '../../bin')

/** The Node that the scripts of the package begin on; a machine for which none came has one of its own. */
const packageNode = resolve(bin, '../node_modules/.bin/node')
const firstNode = existsSync(packageNode) ? packageNode : process.execPath

describe('how a process that goes on for long begins', () => {
  const begun = { platform: 'linux', env: { PATH: '/bin' }, execve: () => undefined }

  it('with memory settings beside what is in its environment', () => {
    expect(thriftyEnvironment(begun)).to.deep.equal({
      PATH: '/bin',
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '4194304',
    })
  })

  it('with those of the operator where there are some, and so only once', () => {
    expect(thriftyEnvironment({ ...begun, env: { MALLOC_ARENA_MAX: '8' } })).to.equal(null)
    expect(thriftyEnvironment({ ...begun, env: thriftyEnvironment(begun) ?? {} })).to.equal(null)
  })

  it('as it is where no program can take the place of the process, and on other systems', () => {
    expect(thriftyEnvironment({ ...begun, execve: undefined })).to.equal(null)
    expect(thriftyEnvironment({ ...begun, platform: 'darwin' })).to.equal(null)
  })

  const begins = async (command: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'begins-'))
    const script = join(folder, 'script.mjs')
    await writeFile(
      script,
      `import { silenceExperimentalWarnings } from ${JSON.stringify(resolve(bin, 'require-node.js'))}
      import { beginLongCommandAnew } from ${JSON.stringify(resolve(bin, 'begin-anew.js'))}
      silenceExperimentalWarnings()
      beginLongCommandAnew()
      const { pid, execArgv, argv, env, version } = process
      console.log(JSON.stringify([pid, version, execArgv, argv.slice(2), env.MALLOC_ARENA_MAX ?? null]))`,
    )
    const child = runProgram(firstNode, ['--max-semi-space-size=32', script, command, '--all'])
    expect([await child.ended(), child.stderr()]).to.deep.equal([0, ''])
    await rm(folder, { recursive: true })
    return { pid: child.pid, shown: JSON.parse(child.stdout()) as unknown }
  }

  const versionOf = async (node: string): Promise<string> => {
    const child = runProgram(node, ['--version'])
    expect(await child.ended()).to.equal(0)
    return child.stdout().trim()
  }

  it('on the Node that came for it, and keeps its process number, its flags and its arguments', async () => {
    const { pid, shown } = await begins('serve')
    const arenas = thriftyEnvironment(process)?.['MALLOC_ARENA_MAX'] ?? process.env['MALLOC_ARENA_MAX'] ?? null
    const version = await versionOf(servingNode({ ...process, versions: { node: '24.21.0' } }) ?? firstNode)
    expect(shown).to.deep.equal([pid, version, ['--max-semi-space-size=32'], ['serve', '--all'], arenas])
  })

  it('and a command that ends soon does not', async () => {
    const { pid, shown } = await begins('users')
    const version = await versionOf(firstNode)
    expect(shown).to.deep.equal([pid, version, ['--max-semi-space-size=32'], ['users', '--all'], null])
  })
})

describe('the Node on which a process goes on for long', () => {
  const older = { platform: 'linux', arch: process.arch, versions: { node: '24.21.0' }, execve: () => undefined }

  it('is the one that came for it, where this one is older', async function () {
    const node = servingNode(older)
    // A system without libatomic.so.1, or another system than Linux, goes on as it began.
    if (node === null) return this.skip()
    const child = runProgram(node, ['--version'])
    expect(await child.ended()).to.equal(0)
    expect(child.stdout()).to.match(/^v26\./)
  })

  it('stays where it is as new, so a process begins anew only once', () => {
    expect(servingNode({ ...older, versions: { node: '26.0.0' } })).to.equal(null)
    expect(servingNode({ ...older, versions: { node: '28.1.0' } })).to.equal(null)
  })

  it('stays where none came for this machine, where it cannot run or lacks a flag, and on other systems', () => {
    expect(servingNode({ ...older, arch: 'riscv64' })).to.equal(null)
    expect(servingNode({ ...older, execve: undefined })).to.equal(null)
    expect(servingNode({ ...older, platform: 'darwin' })).to.equal(null)
    expect(servingNode({ ...older, execArgv: ['--no-flag-of-node'] })).to.equal(null)
  })
})
