import { expect } from 'chai'
import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { CatalogReport } from '../../../src/adapters/cli/catalog-commands.ts'
import type { CliUseCases } from '../../../src/adapters/cli/commands.ts'
import { parseArgv } from '../../../src/adapters/cli/parse-argv.ts'
import type { AuditReport } from '../../../src/application/billing/wallets/audit-ledger.ts'
import { catalogOf } from '../../support/chat/catalogs.ts'
import { fakeCliUseCases, KEY_ID, USER_ID, WALLET } from '../../support/processes/fake-cli-use-cases.ts'
import { recordOutput } from '../../support/processes/record-output.ts'

const run = async (argv: readonly string[], changes: Partial<CliUseCases> = {}, report?: CatalogReport) => {
  const { useCases, asked } = fakeCliUseCases(changes)
  const { out, printed } = recordOutput()
  const parsed = parseArgv(argv)
  if (isLeft(parsed)) throw new Error(parsed.left.stderr)
  const { command, input } = parsed.right
  const checkCatalog = (file: string | null) =>
    Promise.resolve(report ?? { file: file ?? 'catalog.yaml', models: 4, templates: 3, tasks: 2, problems: [] })
  const exits = {
    database: () => command.needs === 'database' && command.run(useCases, input, out),
    nothing: () => command.needs === 'nothing' && command.run({ checkCatalog }, input, out),
    process: () => false as const,
  }
  return { exit: await exits[command.needs](), asked, ...printed }
}

describe('users list', () => {
  it('prints a table', async () => {
    const { exit, stdout } = await run(['users', 'list'])
    expect(exit).to.equal(0)
    expect(stdout.split('\n')[0]).to.match(/^ID +E-MAIL +STATE +REGISTERED +BALANCES +REQUESTS A MINUTE$/)
    expect(stdout).to.match(/ann@example\.com +active +2023-11-14T22:13:20Z +12\.50 RUB +default\n/)
  })

  it('prints JSON on the wire conventions of the API', async () => {
    const { stdout } = await run(['users', 'list', '--json'])
    expect(JSON.parse(stdout)).to.deep.equal([
      {
        id: USER_ID,
        email: 'ann@example.com',
        email_verified: true,
        created_at: 1_700_000_000,
        deactivated_at: null,
        operator_since: null,
        requests_per_minute: null,
        wallets: [{ currency: 'RUB', balance: '12.50', held: '0.000001' }],
      },
    ])
  })

  it('tells how many requests a minute an account may make, where an operator set it', async () => {
    const ann = await fakeCliUseCases().useCases.findUser('ann@example.com')
    if (isLeft(ann)) throw new Error('no account')
    const listUsers = async function* () {
      yield await Promise.resolve({ user: { ...ann.right, rateLimitPerMinute: 600 }, wallets: [WALLET] })
    }
    expect((await run(['users', 'list'], { listUsers })).stdout).to.match(/12\.50 RUB +600\n/)
    const [listed] = JSON.parse((await run(['users', 'list', '--json'], { listUsers })).stdout) as object[]
    expect(listed).to.include({ requests_per_minute: 600 })
  })

  it('tells who is an operator', async () => {
    const ann = await fakeCliUseCases().useCases.findUser('ann@example.com')
    if (isLeft(ann)) throw new Error('no account')
    const listUsers = async function* () {
      yield await Promise.resolve({ user: { ...ann.right, operatorSince: new Date(1_000) }, wallets: [WALLET] })
    }
    expect((await run(['users', 'list'], { listUsers })).stdout).to.contain('active, operator')
    expect(JSON.parse((await run(['users', 'list', '--json'], { listUsers })).stdout)).to.have.nested.property(
      '[0].operator_since',
      1,
    )
  })

  it('does not let a stored address drive the terminal', async () => {
    const ann = await fakeCliUseCases().useCases.findUser('ann@example.com')
    if (isLeft(ann)) throw new Error('no account')
    const listUsers = async function* () {
      yield await Promise.resolve({ user: { ...ann.right, email: 'a\u001b[2J\n\u202e@b.c' }, wallets: [WALLET] })
    }
    const { stdout } = await run(['users', 'list'], { listUsers })
    for (const control of ['\u001b', '\u202e']) expect(stdout).to.not.contain(control)
    expect(stdout.trim().split('\n')).to.have.length(2)
  })

  it('does not let it do so in JSON, which keeps it as it was', async () => {
    const ann = await fakeCliUseCases().useCases.findUser('ann@example.com')
    if (isLeft(ann)) throw new Error('no account')
    const email = 'a\u001b[2J\n\u007f\u009b2J\u202e\u{e0001}\\é@b.c'
    const listUsers = async function* () {
      yield await Promise.resolve({ user: { ...ann.right, email }, wallets: [WALLET] })
    }
    const { stdout } = await run(['users', 'list', '--json'], { listUsers })
    expect(stdout.replaceAll('\n', '')).to.not.match(/[\p{Cc}\p{Cf}]/u)
    expect(JSON.parse(stdout)).to.have.nested.property('[0].email', email)
  })
})

describe('users credit', () => {
  it('asks for the exact amount and prints the new balance', async () => {
    const { exit, asked, stdout } = await run([
      'users',
      'credit',
      'ann@example.com',
      '0.000001',
      '--id',
      USER_ID.toUpperCase(),
    ])
    expect(exit).to.equal(0)
    expect(asked).to.deep.equal([
      ['credit', { email: 'ann@example.com', currency: 'RUB', amount: 1n, transferId: USER_ID, reason: null }],
    ])
    expect(stdout).to.contain('12.500001 RUB now')
  })

  it('fails with a reason for an unknown account, for more than there is and for more than fits', async () => {
    const unknown = await run(['users', 'credit', 'bob@example.com', '1'])
    expect(unknown.exit).to.equal(1)
    expect(unknown.stderr).to.contain('no account has the address bob@example.com')
    const short = await run(['users', 'credit', 'ann@example.com', '-100'])
    expect(short.exit).to.equal(1)
    expect(short.stderr).to.contain('does not have that much available')
    const full = await run(['users', 'credit', 'ann@example.com', '999999999999'])
    expect(full.exit).to.equal(1)
    expect(full.stderr).to.contain('no more than 9999999987.50 can be added')
  })
})

describe('users credit whose outcome is not known', () => {
  it('fails and gives the id with which repeating is safe', async () => {
    const creditUser = () => Promise.resolve(left({ tag: 'ledger_unavailable' } as const))
    const { exit, stderr } = await run(['users', 'credit', 'ann@example.com', '1'], { creditUser })
    expect(exit).to.equal(1)
    expect(stderr).to.contain('--id new')
  })
})

describe('users deactivate and reactivate', () => {
  for (const verb of ['deactivate', 'reactivate']) {
    it(`${verb} the account named, and fail for an unknown one`, async () => {
      const done = await run(['users', verb, 'ann@example.com'])
      const locale = verb === 'deactivate' ? ['en'] : []
      expect(done).to.deep.include({ exit: 0, asked: [[verb, USER_ID, ...locale]] })
      expect(done.stdout).to.contain(`ann@example.com is ${verb}d`)
      expect((await run(['users', verb, 'bob@example.com'])).exit).to.equal(1)
    })
  }
})

describe('users limit', () => {
  it('sets how many requests a minute an account may make, and gives it the default again', async () => {
    const set = await run(['users', 'limit', 'ann@example.com', '600', '--reason', 'a nightly run'])
    expect(set).to.deep.include({ exit: 0, asked: [['limit', USER_ID, 600]] })
    expect(set.stdout).to.equal(`ann@example.com may make 600 requests a minute (${USER_ID})\n`)
    const usual = await run(['users', 'limit', 'ann@example.com', 'default'])
    expect(usual).to.deep.include({ exit: 0, asked: [['limit', USER_ID, null]] })
    expect(usual.stdout).to.contain('as many requests a minute as RATE_LIMIT_PER_MINUTE says')
    expect(await run(['users', 'limit', 'bob@example.com', '600'])).to.deep.include({ exit: 1, asked: [] })
  })
})

describe('users free', () => {
  it('frees the address of a closed account', async () => {
    const freeAddress = () => Promise.resolve(right({ address: 'x@freed.invalid' }))
    const { exit, stdout } = await run(['users', 'free', 'ann@example.com'], { freeAddress })
    expect(exit).to.equal(0)
    expect(stdout).to.contain('ann@example.com is free').and.contain('x@freed.invalid')
  })

  it('fails for an account in use and for one that is not there', async () => {
    const used = await run(['users', 'free', 'ann@example.com'])
    expect([used.exit, used.stderr]).to.deep.equal([1, 'ann@example.com is in use: deactivate the account first\n'])
    const unknown = await run(['users', 'free', 'bob@example.com'])
    expect([unknown.exit, unknown.stderr]).to.deep.equal([
      1,
      'no account has the address bob@example.com: users list shows all of them\n',
    ])
  })
})

describe('signing-keys rotate', () => {
  it('says when the new key signs and the others retire', async () => {
    const usual = await run(['signing-keys', 'rotate'])
    expect(usual).to.deep.include({ exit: 0, asked: [['rotate', false]] })
    expect(usual.stdout).to.equal(
      'key new signs from 2023-11-14T22:13:20Z; the others retire at 2023-11-14T22:30:00Z\n',
    )
    const leaked = await run(['signing-keys', 'rotate', '--leaked', '--json'])
    expect(leaked.asked).to.deep.equal([['rotate', true]])
    expect(JSON.parse(leaked.stdout)).to.deep.equal({
      kid: 'new',
      signs_from: 1_700_000_000,
      others_retire_at: 1_700_001_000,
    })
  })
})

describe('keys', () => {
  const owner = { userId: USER_ID, sessionId: null, locale: 'en' }
  const bare = { ...owner, name: 'ci', expiresAt: null, note: null, disabled: false, limits: {} }

  it('are created by a name behind the address or by --name, and printed with their id', async () => {
    for (const argv of [['ci'], ['--name', 'ci']]) {
      const { exit, asked, stdout } = await run(['keys', 'create', 'ann@example.com', ...argv])
      expect({ exit, asked, stdout }).to.deep.equal({
        exit: 0,
        asked: [['create key', bare]],
        stdout: `id   ${KEY_ID}\nkey  sk-aiagg-made\n`,
      })
    }
  })

  it('are limited in time, money and models', async () => {
    const limits = ['--expires-at', '2027-01-31', '--spend-limit', '12.5', '--allowed-models', 'sandbox/echo, x/y']
    const { asked } = await run(['keys', 'create', 'ann@example.com', ...limits])
    const limited = {
      expiresAt: new Date('2027-01-31'),
      limits: { spendLimit: 12_500_000n, allowedModels: ['sandbox/echo', 'x/y'] },
    }
    expect(asked).to.deep.equal([['create key', { ...bare, name: 'cli', ...limited }]])
  })

  it('take every limit, the note and the state that their owner could give them', async () => {
    const { asked } = await run([
      'keys',
      'create',
      'ann@example.com',
      '--spend-limit',
      '5',
      '--spend-limit-period',
      'monthly',
      '--spend-limit-time-zone',
      'Europe/Moscow',
      '--requests-per-minute',
      '60',
      '--tokens-per-minute',
      '1000',
      '--allowed-addresses',
      '192.0.2.7, 2001:db8::/32',
      '--note',
      'for the nightly run',
      '--disabled',
    ])
    const limits = {
      spendLimit: 5_000_000n,
      spendPeriod: 'monthly',
      timeZone: 'Europe/Moscow',
      requestsPerMinute: 60,
      tokensPerMinute: 1000,
      allowedAddresses: ['192.0.2.7', '2001:db8::/32'],
    }
    const described = { ...bare, name: 'cli', note: 'for the nightly run', disabled: true }
    expect(asked).to.deep.equal([['create key', { ...described, limits }]])
  })

  it('are listed with what they may and did', async () => {
    const { exit, stdout } = await run(['keys', 'list', 'ann@example.com'])
    expect(exit).to.equal(0)
    expect(stdout).to.contain(KEY_ID).and.contain('1.50 of 5.00 RUB').and.contain('sandbox/echo')
    expect((await run(['keys', 'list', 'bob@example.com'])).exit).to.equal(1)
  })

  it('are not created for an unknown address, nor for a closed account', async () => {
    const refused = {
      exit: 1,
      stdout: '',
      stderr: 'no active account has the address bob@example.com: users list shows all of them\n',
    }
    expect(await run(['keys', 'create', 'bob@example.com'])).to.include(refused)
    const createApiKey = () => Promise.resolve(left({ tag: 'unauthenticated' } as const))
    const closed = await run(['keys', 'create', 'ann@example.com'], { createApiKey })
    expect(closed).to.include({
      exit: 1,
      stderr: 'no active account has the address ann@example.com: users list shows all of them\n',
    })
  })

  it('are revoked by their id', async () => {
    expect((await run(['keys', 'revoke', KEY_ID])).exit).to.equal(0)
    expect((await run(['keys', 'revoke', USER_ID])).exit).to.equal(1)
  })
})

describe('users create', () => {
  it('opens an account and prints its password, or says why not', async () => {
    const made = await run(['users', 'create', 'carol@example.com', '--display-name', 'Carol'])
    const email = { address: 'carol@example.com', folded: 'carol@example.com' }
    expect(made.asked).to.deep.equal([['register', { email, displayName: 'Carol', locale: 'en' }]])
    expect(made.stdout).to.match(new RegExp(`^id        ${USER_ID}\npassword  [\\w-]{22}\n$`))
    const taken = await run(['users', 'create', 'ann@example.com'])
    expect(taken).to.include({
      exit: 1,
      stdout: '',
      stderr: 'ann@example.com has an account already: users list shows it\n',
    })
  })
})

describe('users grant and users revoke', () => {
  it('give the role of an operator to an account, and take it', async () => {
    const granted = await run(['users', 'grant', 'ann@example.com', 'operator'])
    expect(granted.asked).to.deep.equal([['grant', USER_ID]])
    expect(granted.stdout).to.contain('ann@example.com is an operator')
    const revoked = await run(['users', 'revoke', 'ann@example.com', 'operator'])
    expect(revoked.asked).to.deep.equal([['revoke', USER_ID]])
    expect(revoked.stdout).to.contain('ann@example.com was no operator')
  })

  it('say that an account which had the role has it no more', async () => {
    const found = await fakeCliUseCases().useCases.findUser('ann@example.com')
    if (isLeft(found)) throw new Error('Ann has no account')
    const findUser = () => Promise.resolve(right({ ...found.right, operatorSince: new Date(0) }))
    const revoked = await run(['users', 'revoke', 'ann@example.com', 'operator'], { findUser })
    expect(revoked.stdout).to.contain('ann@example.com is no operator any more')
  })

  it('know no other role', () => {
    const parsed = parseArgv(['users', 'grant', 'ann@example.com', 'king'])
    expect(isLeft(parsed) && parsed.left.stderr).to.contain('expected operator')
  })

  it('refuse an account whose address is not proven', async () => {
    const grantRole = () => Promise.resolve(left({ tag: 'address_not_proven' } as const))
    const { exit, stderr } = await run(['users', 'grant', 'ann@example.com', 'operator'], { grantRole })
    expect(exit).to.equal(1)
    expect(stderr).to.contain('is not verified').and.contain('open the link of its verification mail first')
  })
})

describe('topups list', () => {
  it('lists the top-ups of an account, of one status if that is asked', async () => {
    const { asked, stdout } = await run(['topups', 'list', 'ann@example.com', '--status', 'succeeded'])
    expect(asked).to.deep.equal([['list top-ups', { userId: USER_ID, status: 'succeeded', before: null, limit: 500 }]])
    expect(stdout).to.contain(KEY_ID).and.contain('100.00 RUB').and.contain('yookassa p-1')
  })
})

describe('topups show', () => {
  it('shows what was given back of a top-up, and what is on its way', async () => {
    const { exit, stdout } = await run(['topups', 'show', KEY_ID.toUpperCase()])
    expect(exit).to.equal(0)
    expect(stdout.split('\n')[1]).to.match(/ succeeded +100\.00 RUB +100\.00 RUB .*yookassa p-1$/)
    expect(stdout.split('\n')[2]).to.match(/ pending +-40\.00 RUB +-40\.00 RUB .*refund$/)
    const json = JSON.parse((await run(['topups', 'show', KEY_ID, '--json'])).stdout) as object
    expect(json).to.have.nested.property('refunds[0].price', '40.00')
  })

  it('names the command that lists the ids where there is no such top-up', async () => {
    expect(await run(['topups', 'show', USER_ID])).to.include({
      exit: 1,
      stderr: `there is no top-up ${USER_ID}: topups list shows those of an account\n`,
    })
  })
})

describe('topups refund', () => {
  it('names the refund by the id that it is given, and says where an earlier command did it', async () => {
    const id = '0190A0C0-0000-7000-8000-0000000000FE'
    const { useCases, asked } = fakeCliUseCases()
    const words = ['topups', 'refund', KEY_ID, '9', '--id', id]
    const first = await run(words, useCases)
    expect(asked).to.deep.include(['refund', { topUpId: KEY_ID, amount: 9_000_000n, requestId: id.toLowerCase() }])
    expect(first.stdout).to.match(/^9\.00 RUB taken back, .* \(refund 0190a0c0-0000-7000-8000-0000000000ff\)$/m)
    const { refundTopUp } = useCases
    const doneBefore: typeof refundTopUp = async (input) => {
      const refunded = await refundTopUp(input)
      return isRight(refunded) ? right({ ...refunded.right, wasDone: true }) : refunded
    }
    const again = await run(words, { refundTopUp: doneBefore })
    expect(again)
      .to.include({ exit: 0 })
      .and.to.have.property('stdout')
      .that.matches(/^was done before: 9\.00 RUB/)
    const json = await run([...words, '--json'], { refundTopUp: doneBefore })
    expect(JSON.parse(json.stdout)).to.deep.include({ refund_id: '0190a0c0-0000-7000-8000-0000000000ff', fresh: false })
    const another = await run(words, { refundTopUp: () => Promise.resolve(left({ tag: 'mismatch' } as const)) })
    expect(another).to.include({
      exit: 1,
      stderr: 'this id was used for another refund, so nothing was moved: give another --id\n',
    })
  })

  it('says how much can be given back, and that nothing is left where that is so', async () => {
    const refusing = (rest: bigint) => () =>
      Promise.resolve(left({ tag: 'refund_exceeds_top_up', left: rest } as const))
    const some = await run(['topups', 'refund', USER_ID, '9'], { refundTopUp: refusing(2_500_000n) })
    expect(some).to.include({
      exit: 1,
      stderr: 'no more than 2.5 of this top-up can be given back: give a smaller amount\n',
    })
    const none = await run(['topups', 'refund', USER_ID], { refundTopUp: refusing(0n) })
    expect(none).to.include({ exit: 1, stderr: 'all of this top-up was given back already\n' })
  })
})

describe('topups resolve-refund', () => {
  it('ends a refund as it ended at the payment provider', async () => {
    const { useCases, asked } = fakeCliUseCases()
    const paid = await run(['topups', 'resolve-refund', KEY_ID, 'succeeded', '--provider-id', 'r-1'], useCases)
    const end = { status: 'succeeded', providerRefundId: 'r-1' }
    expect(asked).to.deep.include(['resolve', { topUpId: KEY_ID, end }])
    expect(paid).to.include({
      exit: 0,
      stdout: `refund ${USER_ID} has ended as succeeded: 40.00 RUB has left the wallet\n`,
    })
    const refused = await run(['topups', 'resolve-refund', KEY_ID, 'canceled'])
    expect(refused.stdout).to.include('has ended as canceled: 40.00 RUB is free again')
  })

  it('fails where another process ended it otherwise, and where there is nothing to end', async () => {
    const { resolveRefund } = fakeCliUseCases().useCases
    const ended: typeof resolveRefund = ({ topUpId }) => resolveRefund({ topUpId, end: { status: 'canceled' } })
    const words = ['topups', 'resolve-refund', KEY_ID, 'succeeded', '--json']
    const other = await run(words, { resolveRefund: ended })
    expect(other.exit).to.equal(1)
    expect(JSON.parse(other.stdout)).to.include({ id: KEY_ID, refund_id: USER_ID, status: 'canceled', amount: '40.00' })
    for (const [tag, message] of [
      ['no_refund_under_way', 'no refund of this top-up is under way\n'],
      ['refund_under_way', 'the payment provider can still be asked: carry the refund on with topups refund\n'],
    ] as const) {
      const none = await run(words, { resolveRefund: () => Promise.resolve(left({ tag } as const)) })
      expect(none).to.include({ exit: 1, stderr: message })
    }
  })
})

describe('operations list', () => {
  it('tells who did what, and how it ended', async () => {
    const { stdout } = await run(['operations', 'list'])
    expect(stdout)
      .to.contain('ann@office')
      .and.contain('users credit')
      .and.contain('reason=an outage')
      .and.contain('done')
  })

  it('tells the reason that is no argument of the action, as the console gives it', async () => {
    const { operatorLog } = fakeCliUseCases().useCases
    const page: typeof operatorLog.page = async (query) =>
      (await operatorLog.page(query)).map((action) => ({ ...action, arguments: { provider: 'x' }, reason: 'a trial' }))
    const { stdout } = await run(['operations', 'list'], { operatorLog: { page } })
    expect(stdout).to.contain('provider=x reason=a trial')
  })
})

describe('ledger audit', () => {
  it('prints figures and ends well when the books are right', async () => {
    const { exit, stdout } = await run(['ledger', 'audit'])
    expect(exit).to.equal(0)
    expect(stdout)
      .to.match(/wallets +2\n/)
      .and.contain('the ledger is clean')
  })

  it('names holds that wait for a sweep, and calls the books right', async () => {
    const sound = await fakeCliUseCases().useCases.auditLedger()
    const figures = { ...sound.figures, overdueHolds: [{ holdId: 'h', overdueSeconds: 191.5 }], overdueHoldsCount: 1 }
    const { exit, stdout } = await run(['ledger', 'audit'], { auditLedger: async () => ({ ...sound, figures }) })
    expect(exit).to.equal(0)
    expect(stdout)
      .to.match(/holds past their life +1\n +hold h +for 192 s\n/)
      .and.contain('the ledger is clean')
  })

  it('names every break and fails', async () => {
    const sound = await fakeCliUseCases().useCases.auditLedger()
    const auditLedger = (): Promise<AuditReport> =>
      Promise.resolve({
        ...sound,
        violations: [
          { tag: 'wallet_balance_wrong', walletId: 'w', currency: 'RUB', kept: 5_250_000n, actual: 4n },
          { tag: 'budget_spent_wrong', budgetId: 'b', kept: 0n, actual: 10_000n },
          { tag: 'hold_transfers_wrong', holdId: 'h', currency: 'TOKEN', due: 9_000_000n, moved: 0n },
          { tag: 'usage_wrong', currency: 'RUB', figure: 'calls', kept: 2n, actual: 3n },
          { tag: 'usage_wrong', currency: 'RUB', figure: 'writtenOff', kept: 2_000_000n, actual: 3n },
        ],
      })
    const violations = [
      'wallet w keeps a balance of 5.25 RUB, its transfers say 0.000004 RUB',
      'key b keeps 0.00 RUB spent, its charges say 0.01 RUB',
      'hold h was settled with 9 TOKEN, its transfers moved 0 TOKEN',
      'the usage in RUB tells calls of 2, the ledger 3: run usage recount',
      'the usage in RUB tells write-offs of 2.00 RUB, the ledger 0.000003 RUB: run usage recount',
    ]
    const plain = await run(['ledger', 'audit'], { auditLedger })
    expect(plain.exit).to.equal(1)
    for (const each of violations) expect(plain.stderr).to.contain(each)
    const json = await run(['ledger', 'audit', '--json'], { auditLedger })
    expect(json.exit).to.equal(1)
    expect(JSON.parse(json.stdout)).to.deep.include({ clean: false, breaks: violations })
  })
})

describe('holds sweep', () => {
  it('says how many were released', async () => {
    expect(await run(['holds', 'sweep'])).to.include({ exit: 0, stdout: '3 hold(s) released\n' })
    expect(JSON.parse((await run(['holds', 'sweep', '--json'])).stdout)).to.deep.equal({ released: 3 })
  })

  it('fails while the ledger leaves a hold open', async () => {
    const sweepHolds = () => Promise.resolve({ released: 3, left: 2 })
    const { exit, stderr } = await run(['holds', 'sweep'], { sweepHolds })
    expect({ exit, stderr }).to.deep.equal({
      exit: 1,
      stderr: '3 hold(s) released; 2 could not be: the ledger did not answer\n',
    })
  })
})

describe('usage recount', () => {
  it('tells how many receipts it counted', async () => {
    const stdout = '3 receipt(s) counted\n'
    expect(await run(['usage', 'recount'])).to.include({ exit: 0, stdout })
    expect(JSON.parse((await run(['usage', 'recount', '--json'])).stdout)).to.deep.equal({ counted: 3 })
  })
})

describe('media prune', () => {
  it('deletes, and says how much', async () => {
    expect(await run(['media', 'prune'])).to.deep.include({
      exit: 0,
      asked: [['prune', false]],
      stdout: '2 file(s), 9007199254740993 byte(s) deleted\n',
    })
  })

  it('only counts in a dry run', async () => {
    expect(await run(['media', 'prune', '--dry-run'])).to.deep.include({
      exit: 0,
      asked: [['prune', true]],
      stdout: '2 file(s), 9007199254740993 byte(s) would be deleted\n',
    })
    const { stdout } = await run(['media', 'prune', '--dry-run', '--json'])
    expect(JSON.parse(stdout)).to.deep.equal({ dry_run: true, files: 2, bytes: '9007199254740993' })
  })
})

describe('catalog reload', () => {
  const offered = {
    catalog: catalogOf(),
    version: 'a1b2c3',
    readAt: new Date(0),
    callable: new Set<string>(),
    providers: [],
    heardBy: 2,
  }
  const reloaded = right(offered)

  it('says which version is served, and refuses where no process can have heard of it', async () => {
    const reloadCatalog = (): Promise<typeof reloaded> => Promise.resolve(reloaded)
    expect(await run(['catalog', 'reload'], { reloadCatalog, catalogReach: 'every_process' })).to.deep.include({
      exit: 0,
      stdout: 'version a1b2c3, 0 model(s) on offer; every process that runs on the same Redis reads its own file now\n',
    })
    const unheard = await run(['catalog', 'reload', '--json'], { reloadCatalog, catalogReach: 'no_process' })
    expect(unheard.exit).to.equal(1)
    expect(JSON.parse(unheard.stdout)).to.deep.equal({
      version: 'a1b2c3',
      models: 0,
      reached: 'no_process',
      problems: [],
    })
    const heardBy = (count: number | null) => async () => right({ ...offered, heardBy: count })
    for (const [count, reported] of [
      [0, 'none listens to the Redis of REDIS_URL'],
      [null, 'Redis did not answer'],
    ] as const) {
      const silent = await run(['catalog', 'reload'], { reloadCatalog: heardBy(count), catalogReach: 'every_process' })
      expect(silent).to.deep.include({ exit: 1, stdout: '' })
      expect(silent.stderr).to.contain(reported)
    }
    const unserved = await run(['catalog', 'reload'], { reloadCatalog, catalogReach: 'no_service' })
    expect(unserved).to.deep.include({ exit: 1, stdout: '' })
    expect(unserved.stderr).to.contain('nothing was reloaded: no service runs on this database')
  })

  it('lists every problem of a file that was not loaded', async () => {
    expect(await run(['catalog', 'reload'])).to.include({ exit: 1, stderr: 'models.0: duplicate id\n' })
  })
})

describe('catalog check', () => {
  it('ends well for a catalogue that would load, and lists every problem of one that would not', async () => {
    expect(await run(['catalog', 'check', 'mine.yaml'])).to.include({
      exit: 0,
      stdout: 'mine.yaml: 4 model(s), 3 template(s), 2 task(s), no problems\n',
    })
    const problems = ['models.0: duplicate id', 'models.1: price must be above 0']
    const unreadable = { file: 'c.yaml', models: 0, templates: 0, tasks: 0, problems }
    const { exit, stderr } = await run(['catalog', 'check'], {}, unreadable)
    expect(exit).to.equal(1)
    expect(stderr).to.equal(`${problems.join('\n')}\nc.yaml: 2 problem(s)\n`)
    const asJson = await run(['catalog', 'check', '--json'], {}, unreadable)
    expect({ exit: asJson.exit, report: JSON.parse(asJson.stdout) as unknown }).to.deep.equal({
      exit: 1,
      report: unreadable,
    })
  })
})
