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
      'users limit',
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
      'topups show',
      'topups refund',
      'topups resolve-refund',
      'media prune',
      'operations list',
      'catalog check',
      'catalog reload',
    ])
  })

  it('reads arguments, options, switches and their defaults', () => {
    expect(taken('users', 'credit', 'a@b.co', '12.5', '--currency', 'TOKEN', '--json')).to.deep.equal({
      name: 'users credit',
      values: { email: 'a@b.co', amount: '12.5', currency: 'TOKEN' },
      switches: new Set(['json']),
    })
    expect(taken('keys', 'create', 'a@b.co').values).to.deep.equal({ email: 'a@b.co' })
    expect(taken('catalog', 'check').values).to.deep.equal({})
    expect(taken('catalog', 'check', 'other.yaml').values).to.deep.equal({ file: 'other.yaml' })
    expect(taken('users', 'credit', 'a@b.co', '-3').values).to.include({ amount: '-3' })
  })

  it('reads an option of two words, which is no other when it is left out', () => {
    expect([...taken('media', 'prune', '--dry-run', '--json').switches]).to.deep.equal(['dry-run', 'json'])
    expect([...taken('media', 'prune').switches]).to.deep.equal([])
  })

  it('leaves nothing behind from one command line to the next', () => {
    taken('users', 'credit', 'a@b.co', '1', '--currency', 'TOKEN', '--id', '01890000-0000-7000-8000-000000000001')
    expect(taken('users', 'credit', 'a@b.co', '1').values).to.deep.equal({
      email: 'a@b.co',
      amount: '1',
      currency: 'RUB',
    })
  })

  for (const [argv, expected] of [
    [['users', 'credit', 'a@b.co'], 'amount'],
    [['users', 'credit', 'a@b.co', 'ten'], 'expected a decimal amount'],
    [['users', 'credit', 'a@b.co', '1e3'], 'expected a decimal amount'],
    [['users', 'credit', 'a@b.co', '0.00'], 'expected a decimal amount other than 0'],
    [['users', 'credit', 'a@b.co', '0.0000001'], 'expected a decimal amount'],
    [
      ['users', 'create', 'notmail'],
      'error: email cannot be "notmail": expected an e-mail address, such as ann@example.com\n' +
        '(see npm run gateway -- users create --help)\n',
    ],
    [['users', 'credit', 'bob@home', '1'], 'email cannot be "bob@home": expected an e-mail address'],
    [['users', 'credit', `${'a'.repeat(99)}`, '1'], `email cannot be "${'a'.repeat(60)}…": expected`],
    [['users', 'create', 'a@b.co', '--display-name', ' '], '--display-name cannot be " ": expected a name'],
    [['keys', 'create', 'a@b.co', 'ci', '--name', 'cd'], 'key-name and --name are the same: give one of them'],
    [['keys', 'create', 'a@b.co', '--name', 'ci', 'ci'], 'key-name and --name are the same: give one of them'],
    [['keys', 'create', 'a@b.co', 'ci', 'cd'], 'too many arguments'],
    [['users', 'credit', 'a@b.co', '1', 'TOKEN'], 'too many arguments'],
    [
      ['topups', 'refund', 'x'],
      'top-up-id cannot be "x": expected the id of a top-up, as topups list shows it (a UUID)',
    ],
    [['users', 'credit', 'a@b.co', '1', '--currency', 'USD'], 'expected RUB or TOKEN'],
    [
      ['users', 'credit', 'a@b.co', '1', '--id', '7'],
      '--id cannot be "7": expected an id of your own, such as uuidgen prints (a UUID)',
    ],
    [['keys', 'create', 'a@b.co', '--name', ''], 'expected a name of 1 to 100 characters'],
    [['keys', 'create', 'a@b.co', '--name', '\u200b'], 'expected a name of 1 to 100 characters'],
    [['keys', 'create', 'a@b.co', 'ci', '--expires-at', 'soon'], 'expected a day or a moment'],
    [['keys', 'create', 'a@b.co', 'ci', '--expires-at', '2027-01-31T12:00'], 'expected a day or a moment'],
    [['keys', 'create', 'a@b.co', 'ci', '--expires-at', '2027-02-31'], 'expected a day or a moment'],
    [['keys', 'create', 'a@b.co', 'ci', '--expires-at', '2027-02-31T12:00:00Z'], 'expected a day or a moment'],
    [['serve', '--port', '3000'], 'settings are variables, such as PORT=3000'],
    [['keys', 'create', 'a@b.co', 'ci', '--spend-limit', '0'], 'expected a decimal amount above 0'],
    [['keys', 'create', 'a@b.co', 'ci', '--allowed-models', 'echo,,'], 'expected 1 to 200 model ids'],
    [['users', 'credit', 'a@b.co', '1', '--reason', ' '], 'expected a reason'],
    [['users', 'limit', 'a@b.co'], 'requests-per-minute'],
    [['users', 'limit', 'a@b.co', '0'], 'expected a whole number from 1 to 1000000, or default'],
    [['users', 'limit', 'a@b.co', '1000001'], 'expected a whole number from 1 to 1000000, or default'],
    [['users', 'limit', 'a@b.co', 'none'], 'expected a whole number from 1 to 1000000, or default'],
    [['topups', 'list', 'a@b.co', '--status', 'lost'], 'expected one of pending, succeeded, canceled'],
    [['keys', 'create', 'a@b.co', 'ci', '--spend-limit-period', 'hourly'], 'expected one of daily, weekly, monthly'],
    [['keys', 'create', 'a@b.co', 'ci', '--spend-limit-time-zone', 'Mars/Olympus'], 'expected the name of a time zone'],
    [['keys', 'create', 'a@b.co', 'ci', '--requests-per-minute', '0'], 'expected a whole number from 1 to 1000000'],
    [['keys', 'create', 'a@b.co', 'ci', '--tokens-per-minute', '1e3'], 'expected a whole number from 1 to 1000000000'],
    [['keys', 'create', 'a@b.co', 'ci', '--allowed-addresses', '192.0.2.0/24,home'], 'expected 1 to 64 addresses'],
    [['keys', 'create', 'a@b.co', 'ci', '--note', ' '], 'expected a note of 1 to 500 characters'],
    [['keys', 'revoke', 'sk-aiagg-x'], 'expected the id of a key, as keys list shows it, and not the key itself'],
    [
      ['users', 'credit', 'a@b.co', '1', '--currency', 'RUB', '--currency', 'TOKEN'],
      'error: --currency is given twice: give it once\n',
    ],
    [['users', 'list', 'all'], 'too many arguments'],
    [['users', 'list', '--all'], 'unknown option'],
    [['user', 'list'], 'unknown command'],
    [['users', 'lst'], 'unknown command'],
    [['users'], 'Usage: npm run gateway -- users'],
    [[], 'Usage: npm run gateway -- '],
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
      expect(help.stdout).to.contain('Usage: npm run gateway -- ')
      expect(help.stderr).to.equal('')
    }
  })

  it('shows the help of a command by its two words, too', () => {
    expect(refused('help', 'users', 'credit')).to.deep.equal(refused('users', 'credit', '--help'))
    expect(refused('help', 'users', 'credit').stdout).to.contain('--reason')
    expect(refused('help', 'users').stdout).to.contain('Usage: npm run gateway -- users [')
  })
})
