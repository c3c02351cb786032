import { expect } from 'chai'
import { runCommandLine } from '../../src/infrastructure/command-line.ts'
import type { Surroundings } from '../../src/infrastructure/config/environment.ts'
import { recordOutput } from '../support/processes/record-output.ts'

describe('a command line', () => {
  const run = async (argv: readonly string[], environment: Surroundings['environment'] = {}) => {
    const { out, printed } = recordOutput()
    let reads = 0
    const surround = (): Surroundings => {
      reads += 1
      return { environment, file: null, inherited: Object.keys(environment) }
    }
    return { exit: await runCommandLine(argv, surround, out), reads, ...printed }
  }

  it('prints help, and says what is wrong with a command line, without a look at what surrounds it', async () => {
    const help = await run(['--help'])
    expect(help).to.include({ exit: 0, reads: 0, stderr: '' })
    expect(help.stdout).to.contain('ledger')
    const wrong = await run(['users', 'invent'])
    expect(wrong).to.include({ exit: 2, reads: 0, stdout: '' })
    expect(wrong.stderr).to.contain('invent')
  })

  it('lists every problem of the configuration, and then the names that look misspelt', async () => {
    const refused = await run(['users', 'list'], { PORT: 'many', DATABASE_URL: 'nowhere', REDIS_ULR: 'x' })
    expect(refused).to.include({ exit: 2, stdout: '' })
    const [first, ...problems] = refused.stderr.trimEnd().split('\n')
    expect(first).to.equal('The configuration has 2 problem(s):')
    expect(problems.map((line) => /\b(PORT|DATABASE_URL|REDIS_ULR)\b/.exec(line)?.[0])).to.have.members([
      'PORT',
      'DATABASE_URL',
      'REDIS_ULR',
    ])
    expect(problems.at(-1)).to.match(/^warning: /)
  })

  it('says in a sentence why a database cannot be opened', async () => {
    const lost = await run(['users', 'list'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    expect(lost).to.include({ exit: 1, stdout: '' })
    expect(lost.stderr)
      .to.match(/127\.0\.0\.1:1/)
      .and.not.contain('    at ')
  })
})
