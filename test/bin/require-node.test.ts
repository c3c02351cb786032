import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { nodeProblem, thriftyEnvironment } from '../../bin/require-node.js'
import { runNode } from '../support/processes/child-process.ts'

const bin = resolve(import.meta.dirname, '../../bin')

describe('the Node that entry points need', () => {
  for (const version of ['22.18.0', '22.19.1', '24.0.0', '24.21.0', '26.1.0', '100.0.0']) {
    it(`accept ${version}`, () => expect(nodeProblem(version)).to.equal(null))
  }

  for (const version of ['0.12.18', '18.20.4', '20.20.2', '22.17.9', '22.2.0', '21.99.0']) {
    it(`refuse ${version}, and name the needed one in one line`, () => {
      expect(nodeProblem(version)).to.match(/^This needs Node 22\.18 or newer and runs on [\d.]+: .+\.$/)
    })
  }

  const pretend = (version: string): readonly string[] => {
    const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
  }

  for (const [entry, argument] of [
    ['gateway.js', 'serve'],
    ['test.js', 'test/none.test.ts'],
  ] as const) {
    it(`is checked by bin/${entry} before anything else is loaded`, async () => {
      const child = runNode([...pretend('20.20.2'), resolve(bin, entry), argument])
      expect(await child.ended()).to.equal(1)
      expect(child.stdout()).to.equal('')
      expect(child.stderr()).to.match(/^This needs Node 22\.18 or newer and runs on 20\.20\.2: [^\n]+\n$/)
    })
  }

  it('lets Node keep what it has compiled, in a folder of the package', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'compiled-code-'))
    const code = `
      const { keepCompiledCode } = await import(${JSON.stringify(resolve(bin, 'require-node.js'))})
      keepCompiledCode(${JSON.stringify(folder)})
      await import(${JSON.stringify(resolve(bin, '../src/domain/money/money.ts'))})`
    const child = runNode(['--input-type=module', '-e', code])
    expect(await child.ended()).to.equal(0)
    const kept = await readdir(folder, { recursive: true })
    await rm(folder, { recursive: true })
    expect(kept).not.to.deep.equal([])
  })

  it('starts where no compiled code can be kept', async () => {
    const code = `
      const { keepCompiledCode } = await import(${JSON.stringify(resolve(bin, 'require-node.js'))})
      keepCompiledCode('/dev/null/no-folder')
      console.log('started')`
    const child = runNode(['--input-type=module', '-e', code])
    expect([await child.ended(), child.stdout()]).to.deep.equal([0, 'started\n'])
  })

  it('prints no warning about experimental features, and passes other warnings on', async () => {
    const code = `
      const { onGoodNode } = await import(${JSON.stringify(resolve(bin, 'require-node.js'))})
      await onGoodNode(async () => {
        process.emitWarning('type stripping', 'ExperimentalWarning')
        process.emitWarning('something else', 'DeprecationWarning')
      })`
    const child = runNode(['--input-type=module', '-e', code])
    expect(await child.ended()).to.equal(0)
    expect(child.stderr()).to.contain('something else').and.not.contain('type stripping')
  })
})

describe('a signal to the first process of a container', () => {
  const first = (code: string): readonly string[] => {
    const pretended = `Object.defineProperty(process, 'pid', { value: 1 }); ${code}`
    return ['--import', `data:text/javascript,${encodeURIComponent(pretended)}`]
  }
  const handing = `import { endOnSignals } from ${JSON.stringify(resolve(bin, 'require-node.js'))}
    endOnSignals()
    setInterval(() => undefined, 1000)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(7))
    console.log('listens')`

  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const) {
    it(`ends it with ${code} while a server starts, although the kernel drops a ${signal} there`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'first-process-'))
      const child = runNode([...first(''), resolve(bin, 'gateway.js'), 'serve'], { DATA_DIR: join(folder, 'data') })
      await child.printed(/starting; the first start takes some seconds/)
      await child.kill(signal)
      await rm(folder, { recursive: true })
      expect(await child.ended()).to.equal(code)
      expect(child.stdout()).not.to.contain('"serving"')
    })

    it(`is the program's own as soon as it listens to a ${signal}`, async () => {
      const child = runNode([...first(''), '--input-type=module', '-e', handing])
      await child.printed(/listens/)
      await child.kill(signal)
      expect(await child.ended()).to.equal(7)
    })
  }

  it('ends any other process as the system does', async () => {
    const child = runNode(['--input-type=module', '-e', handing.replace(/for .*/, '')])
    await child.printed(/listens/)
    await child.kill('SIGTERM')
    expect(await child.ended()).to.equal(null)
  })
})

describe('the memory settings of a process that goes on for long', () => {
  const begun = { platform: 'linux', env: { PATH: '/bin' }, execve: () => undefined }

  it('stand beside what is in its environment', () => {
    expect(thriftyEnvironment(begun)).to.deep.equal({
      PATH: '/bin',
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '4194304',
    })
  })

  it('give way to those of the operator, and so are set only once', () => {
    expect(thriftyEnvironment({ ...begun, env: { MALLOC_ARENA_MAX: '8' } })).to.equal(null)
    expect(thriftyEnvironment({ ...begun, env: thriftyEnvironment(begun) ?? {} })).to.equal(null)
  })

  it('are none where no program can take the place of the process, and on other systems', () => {
    expect(thriftyEnvironment({ ...begun, execve: undefined })).to.equal(null)
    expect(thriftyEnvironment({ ...begun, platform: 'darwin' })).to.equal(null)
  })

  const begins = async (command: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'begins-'))
    const script = join(folder, 'script.mjs')
    await writeFile(
      script,
      `import { beginThriftily, silenceExperimentalWarnings } from ${JSON.stringify(resolve(bin, 'require-node.js'))}
      silenceExperimentalWarnings()
      beginThriftily()
      const { pid, execArgv, argv, env } = process
      console.log(JSON.stringify([pid, execArgv, argv.slice(2), env.MALLOC_ARENA_MAX ?? null]))`,
    )
    const child = runNode(['--max-semi-space-size=32', script, command, '--all'])
    expect([await child.ended(), child.stderr()]).to.deep.equal([0, ''])
    await rm(folder, { recursive: true })
    return { pid: child.pid, shown: JSON.parse(child.stdout()) as unknown }
  }

  it('cost it neither its process number, nor its flags, nor its arguments', async () => {
    const { pid, shown } = await begins('serve')
    const arenas = thriftyEnvironment(process)?.['MALLOC_ARENA_MAX'] ?? process.env['MALLOC_ARENA_MAX'] ?? null
    expect(shown).to.deep.equal([pid, ['--max-semi-space-size=32'], ['serve', '--all'], arenas])
  })

  it('are not for a command that ends soon', async () => {
    const { pid, shown } = await begins('users')
    expect(shown).to.deep.equal([pid, ['--max-semi-space-size=32'], ['users', '--all'], null])
  })
})

describe('objects that are made where most objects lived long', () => {
  it('are young all the same', async () => {
    const code = `
      import v8 from 'node:v8'
      import { makeObjectsYoung } from ${JSON.stringify(resolve(bin, 'require-node.js'))}
      makeObjectsYoung()
      const make = (n) => [n, { n }, [n, n + 1]]
      const old = () => v8.getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size
      let kept = []
      for (let round = 0; round < 12; round += 1) {
        kept = []
        for (let n = 0; n < 300_000; n += 1) kept.push(make(n))
      }
      kept = []
      const becameOld = []
      let sum = 0
      for (let time = 0; time < 5; time += 1) {
        gc({ type: 'minor' })
        const begun = old()
        for (let n = 0; n < 60_000; n += 1) sum += make(n).length
        becameOld.push(old() - begun)
      }
      console.log(JSON.stringify([sum, ...becameOld]))`
    const flags = ['--expose-gc', '--min-semi-space-size=32', '--max-semi-space-size=32']
    const child = runNode([...flags, '--input-type=module', '-e', code])
    expect([await child.ended(), child.stderr()]).to.deep.equal([0, ''])
    const [, ...becameOld] = JSON.parse(child.stdout()) as readonly number[]
    // A collection that ends within one of the five counts too. Old at birth, each would have ten million bytes.
    const [, , middle] = becameOld.toSorted((one, other) => one - other)
    expect(middle).to.be.below(100_000)
  })
})
