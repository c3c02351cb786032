import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { COMMANDS } from '../../../src/adapters/cli/commands.ts'
import { parseArgv } from '../../../src/adapters/cli/parse-argv.ts'
import type { ParseExit } from '../../../src/adapters/cli/parse-argv.ts'

const refused = (...argv: readonly string[]): ParseExit => {
  const parsed = parseArgv(argv)
  if (isLeft(parsed)) return parsed.left
  throw new Error(`${argv.join(' ')} was taken for ${parsed.right.command.name}`)
}

const taken = (...argv: readonly string[]) => {
  const parsed = parseArgv(argv)
  if (isLeft(parsed)) throw new Error(parsed.left.stderr)
  return { name: parsed.right.command.name, ...parsed.right.input }
}

describe('command line', () => {
  it('knows the commands of the table, each once', () => {
    expect(COMMANDS.map(({ name }) => name)).to.deep.equal([
      'serve',
      'work',
      'migrate',
      'users list',
      'users create',
      'users credit',
      'users deactivate',
      'users reactivate',
      'users free',
      'users grant',
      'users revoke',
      'keys create',
      'keys list',
      'keys revoke',
      'signing-keys rotate',
      'ledger audit',
      'holds sweep',
      'usage recount',
      'topups list',
      'topups refund',
      'media prune',
      'operations list',
      'catalog check',
      'catalog reload',
    ])
  })

  it('reads arguments, options, switches and their defaults', () => {
    expect(taken('users', 'credit', 'a@b.c', '12.5', '--currency', 'TOKEN', '--json')).to.deep.equal({
      name: 'users credit',
      values: { email: 'a@b.c', amount: '12.5', currency: 'TOKEN' },
      switches: new Set(['json']),
    })
    expect(taken('keys', 'create', 'a@b.c').values).to.deep.equal({ email: 'a@b.c' })
    expect(taken('catalog', 'check').values).to.deep.equal({})
    expect(taken('catalog', 'check', 'other.yaml').values).to.deep.equal({ file: 'other.yaml' })
    expect(taken('users', 'credit', 'a@b.c', '-3').values).to.include({ amount: '-3' })
  })

  it('reads an option of two words, which is no other when it is left out', () => {
    expect([...taken('media', 'prune', '--dry-run', '--json').switches]).to.deep.equal(['dry-run', 'json'])
    expect([...taken('media', 'prune').switches]).to.deep.equal([])
  })

  it('leaves nothing behind from one command line to the next', () => {
    taken('users', 'credit', 'a@b.c', '1', '--currency', 'TOKEN', '--id', '01890000-0000-7000-8000-000000000001')
    expect(taken('users', 'credit', 'a@b.c', '1').values).to.deep.equal({
      email: 'a@b.c',
      amount: '1',
      currency: 'RUB',
    })
  })

  for (const [argv, expected] of [
    [['users', 'credit', 'a@b.c'], 'amount'],
    [['users', 'credit', 'a@b.c', 'ten'], 'expected a decimal amount'],
    [['users', 'credit', 'a@b.c', '1e3'], 'expected a decimal amount'],
    [['users', 'credit', 'a@b.c', '0.00'], 'expected a decimal amount other than 0'],
    [['users', 'credit', 'a@b.c', '0.0000001'], 'expected a decimal amount'],
    [['users', 'credit', 'nobody', '1'], 'expected an e-mail address'],
    [['users', 'credit', 'a@b.c', '1', '--currency', 'USD'], 'expected RUB or TOKEN'],
    [['users', 'credit', 'a@b.c', '1', '--id', '7'], 'expected an id (a UUID)'],
    [['keys', 'create', 'a@b.c', '--name', ''], 'expected a name of 1 to 100 characters'],
    [['keys', 'create', 'a@b.c', 'ci', '--expires-at', 'soon'], 'expected a day or a moment'],
    [['keys', 'create', 'a@b.c', 'ci', '--expires-at', '2027-01-31T12:00'], 'expected a day or a moment'],
    [['keys', 'create', 'a@b.c', 'ci', '--spend-limit', '0'], 'expected a decimal amount above 0'],
    [['keys', 'create', 'a@b.c', 'ci', '--allowed-models', 'echo,,'], 'expected 1 to 200 model ids'],
    [['users', 'credit', 'a@b.c', '1', '--reason', ' '], 'expected a reason'],
    [['topups', 'list', 'a@b.c', '--status', 'lost'], 'expected one of pending, succeeded, canceled'],
    [['keys', 'create', 'a@b.c', 'ci', '--spend-limit-period', 'hourly'], 'expected one of daily, weekly, monthly'],
    [['keys', 'create', 'a@b.c', 'ci', '--spend-limit-time-zone', 'Mars/Olympus'], 'expected the name of a time zone'],
    [['keys', 'create', 'a@b.c', 'ci', '--requests-per-minute', '0'], 'expected a whole number from 1 to 1000000'],
    [['keys', 'create', 'a@b.c', 'ci', '--tokens-per-minute', '1e3'], 'expected a whole number from 1 to 1000000000'],
    [['keys', 'create', 'a@b.c', 'ci', '--allowed-addresses', '192.0.2.0/24,home'], 'expected 1 to 64 addresses'],
    [['keys', 'create', 'a@b.c', 'ci', '--note', ' '], 'expected a note of 1 to 500 characters'],
    [['keys', 'revoke', 'sk-aiagg-x'], 'expected an id (a UUID)'],
    [['users', 'list', 'all'], 'too many arguments'],
    [['users', 'list', '--all'], 'unknown option'],
    [['user', 'list'], 'unknown command'],
    [['users', 'lst'], 'unknown command'],
    [['users'], 'Usage: gateway users'],
    [[], 'Usage: gateway'],
  ] as const) {
    it(`refuses "${argv.join(' ')}" with: ${expected}`, () => {
      expect(refused(...argv)).to.have.property('exit', 2)
      expect(refused(...argv).stderr).to.contain(expected)
    })
  }

  it('shows help on standard output and ends well', () => {
    for (const argv of [['--help'], ['help'], ['users', 'credit', '--help']]) {
      const help = refused(...argv)
      expect(help.exit).to.equal(0)
      expect(help.stdout).to.contain('Usage: gateway')
      expect(help.stderr).to.equal('')
    }
  })
})
