import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { EXIT_USAGE } from '../../../src/adapters/cli/command.ts'
import { VARIABLES } from '../../../src/infrastructure/config/config-variables.ts'
import { blocksOf, STRICT_SHELL } from '../../support/documents/code-blocks.ts'
import type { CodeBlock } from '../../support/documents/code-blocks.ts'
import { runProgram } from '../../support/processes/child-process.ts'
import type { TestProcess } from '../../support/processes/child-process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PARTS = ['bin', 'src', 'migrations', 'node_modules', 'package.json', 'catalog.yaml']

/** In the order in which a reader goes on from README. */
const DOCUMENTS = ['README.md', 'docs/account-interface.md', 'docs/configure.md', 'docs/operate.md', 'docs/deploy.md']

const INSTALL_AND_START = 'npm ci && npm start'
const INSTALL_AND_TEST = 'npm ci && npm test'
const ADDRESS = 'http://127.0.0.1:8080'

describe('README with the documents that go on from it', () => {
  let document: string
  let blocks: readonly CodeBlock[]

  before(async () => {
    document = (await Promise.all(DOCUMENTS.map((path) => readFile(join(ROOT, path), 'utf8')))).join('\n')
    blocks = blocksOf(document)
  })

  it('has its two commands each on one line', () => {
    const shell = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
    expect(shell[0]).to.equal(INSTALL_AND_START)
    expect(shell).to.include(INSTALL_AND_TEST)
  })

  it('gives the line of the crontab and the commands of production the variables of the service', () => {
    const [, file = ''] = /^# (\/etc\/\S+)$/m.exec(blocks.find(({ language }) => language === 'ini')?.text ?? '') ?? []
    const reads = `cd /srv/gateway && set -a && . ${file}`
    expect(blocks.find(({ text }) => text.includes('media prune'))?.text).to.include(`${reads} && npm run`)
    expect(blocks.filter(({ text }) => text.startsWith(`$ ${reads}\n$ npm run gateway`))).to.have.length(1)
  })

  it('has a unit that systemd starts again for as long as the database is away, and not where the configuration is wrong', () => {
    const unit = blocks.find(({ text }) => text.includes('[Service]'))?.text ?? ''
    const valueOf = (name: string): number => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(unit)?.[1])
    // By its defaults systemd gives a unit up that was started five times within ten seconds.
    expect(valueOf('RestartSec') * 4).to.be.above(10)
    expect(valueOf('RestartPreventExitStatus')).to.equal(EXIT_USAGE)
  })

  it('has a row for each variable, and no row for anything else', () => {
    const rows = [...document.matchAll(/^\| ((?:`[A-Z<][A-Z0-9_<>]+`(?:, )?)+) \|/gm)].map(([, cell = '']) => cell)
    const named = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    const ofProviders = ['<PROVIDER>_API_KEY', '<PROVIDER>_BASE_URL']
    expect(named).to.have.members([...Object.keys(VARIABLES), ...ofProviders])
  })

  describe('pasted in order', () => {
    let directory: string
    let server: TestProcess
    let url: string

    before(async function () {
      directory = await mkdtemp(join(tmpdir(), 'gateway-readme-'))
      for (const part of PARTS) await symlink(join(ROOT, part), join(directory, part))
      // What is installed already is not installed again.
      server = run('npm', ['start'], { PORT: '0' })
      url = (await server.printed(/"url":"([^"]+)".*"msg":"serving"\}\n/))[1] ?? ''
    })
    after(async () => {
      await server.kill('SIGTERM')
      await server.ended()
      await rm(directory, { recursive: true, force: true })
    })

    const run = (program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
      runProgram(program, args, {
        cwd: directory,
        env: { NODE_ENV: '', DATABASE_URL: '', REDIS_URL: '', ...environment },
      })

    it('does what it says, from the first call to the last command', async () => {
      const pasted = blocks
        .filter(({ text }) => text !== INSTALL_AND_START && text !== INSTALL_AND_TEST)
        .map(({ language, text }) => ({ language, text: text.replaceAll(ADDRESS, url) }))
      const script = pasted.filter(({ language }) => language === 'js').map(({ text }) => text)
      await writeFile(join(directory, 'try.mjs'), script.join('\n'))
      const shell = pasted.filter(({ language }) => language === 'sh').map(({ text }) => text)
      const [first = '', ...others] = shell
      const child = run('bash', ['-c', [STRICT_SHELL, first, 'node try.mjs', ...others].join('\n\n')])
      const exit = await child.ended()
      const printed = child.stdout()
      expect(exit, `${printed}\n${child.stderr()}`).to.equal(0)
      expect(printed).to.include('"content":"Hello, gateway"').and.include('Say this back to me')
      expect(printed).to.include('"status":"completed"').and.include('the ledger is clean')
      expect(shell.length).to.be.above(6)
      expect(script).to.have.length(2)
    })
  })
})
