import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** Packs a copy of the sources, so that two runs at once do not write into one `dist`. */
const packCopy = async (folder: string): Promise<string> => {
  const copy = join(folder, 'source')
  await mkdir(copy)
  for (const entry of ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'src/domain']) {
    await cp(join(ROOT, entry), join(copy, entry), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const { stdout } = await run('npm', ['pack', '--json', '--offline', '--pack-destination', folder], { cwd: copy })
  const name = /[\w.-]+\.tgz/.exec(stdout)?.[0] ?? ''
  return join(folder, name)
}

/** What `npm install` does with a tarball whose only dependency of interest is already here: no network needed. */
const install = async (folder: string, tarball: string): Promise<string> => {
  const consumer = join(folder, 'consumer')
  const home = join(consumer, 'node_modules', 'model-gateway')
  await mkdir(home, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1'])
  await symlink(join(ROOT, 'node_modules', 'fp-ts'), join(consumer, 'node_modules', 'fp-ts'))
  await writeFile(join(consumer, 'package.json'), '{"type":"module"}')
  return consumer
}

describe('the packed domain', () => {
  let folder: string
  let consumer: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'model-gateway-pack-'))
    consumer = await install(folder, await packCopy(folder))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('is imported by plain JavaScript from node_modules', async () => {
    await writeFile(
      join(consumer, 'main.js'),
      [
        "import { formatMicro, parseMicro } from 'model-gateway/domain/money/decimal'",
        "console.log(formatMicro(parseMicro('12.5').right, 'RUB'))",
      ].join('\n'),
    )
    const { stdout } = await run(process.execPath, ['main.js'], { cwd: consumer })
    expect(stdout.trim()).to.equal('12.50')
  })

  it('brings its declarations, and they hold the caller to them', async () => {
    const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, types: [], lib: ['es2024'] }
    await writeFile(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
    const check = async (amount: string) => {
      const program = `import { formatMicro } from 'model-gateway/domain/money/decimal'\nformatMicro(${amount}, 'RUB')`
      await writeFile(join(consumer, 'main.ts'), program)
      const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
      const done = spawnSync(process.execPath, [tsc, '-p', consumer], { encoding: 'utf8' })
      return done.stdout
    }
    expect(await check('1n')).to.equal('')
    expect(await check('1')).to.contain("'number' is not assignable to parameter of type 'bigint'")
  })

  it('ships JavaScript and declarations of the domain, and nothing else', async () => {
    const { stdout } = await run('tar', ['-tzf', join(folder, 'model-gateway-0.1.0.tgz')])
    const paths = stdout.trim().split('\n')
    expect(paths).to.include('package/dist/domain/money/decimal.js')
    const others = paths.filter(
      (path) => !/^package\/(dist\/domain\/.*\.(js|d\.ts)|package\.json|README\.md)$/.test(path),
    )
    expect(others).to.deep.equal([])
    const packed = await readFile(join(consumer, 'node_modules/model-gateway/dist/domain/money/decimal.js'), 'utf8')
    expect(packed).to.not.match(/from '\.[^']*\.ts'/)
  })
})
