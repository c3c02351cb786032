import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { migrate } from '../../../../src/adapters/persistence/engine/migrations-runner.ts'
import type { OpenDatabase } from '../../../../src/adapters/persistence/engine/database.ts'
import { openPostgres } from '../../../../src/adapters/persistence/engine/postgres.ts'
import { sessionFacts } from '../../../../src/adapters/persistence/engine/session-facts.ts'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { OpenLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { auditViolations } from '../../../support/ledger/audit-violations.ts'
import { holdCommand, settleCommand, topUpCommand } from '../../../support/ledger/ledger-commands.ts'
import { makeWalletIn } from '../../../support/ledger/ledger-worlds.ts'
import { eventually } from '../../../support/eventually.ts'
import { canReplicate, startReplicatedPostgres } from '../../../support/servers/replicated-postgres.ts'
import type { ReplicatedPostgres } from '../../../support/servers/replicated-postgres.ts'

describe('A failover to a synchronous standby', () => {
  let servers: ReplicatedPostgres
  let open: OpenDatabase
  let ledger: OpenLedger
  let walletId: string

  before(async function () {
    if (!canReplicate()) this.skip()
    servers = await startReplicatedPostgres()
    open = await openPostgres(servers.url)
    await migrate(open.db)
    ledger = openLedger(open.batches)
    walletId = await makeWalletIn({ db: open.db } as Parameters<typeof makeWalletIn>[0])
    await ledger.submit(topUpCommand(walletId, 1_000_000n))
  })
  after(async () => {
    await ledger?.close()
    await open?.close()
    await servers?.stop()
  })

  it('is prepared: the start can say that acknowledged charges are kept', async () => {
    await eventually(async () => (await sessionFacts(open)).isKeptByStandby)
    expect(await sessionFacts(open)).to.deep.equal({ isKeptByStandby: true, hasSettings: true })
  })

  it('goes to the writable server, whichever stands first', async () => {
    const [head = '', hosts = ''] = servers.url.split('@')
    const [one, two] = hosts.replace('/postgres', '').split(',')
    const turned = await openPostgres(`${head}@${two},${one}/postgres`)
    const { rows } = await turned.batches
      .run([{ text: 'show transaction_read_only', values: [] }], async ([found]) => ({
        write: null,
        value: found ?? [],
      }))
      .then((found) => ({ rows: found }))
    expect(rows[0]).to.deep.equal({ transaction_read_only: 'off' })
    await turned.close()
  })

  it('loses no charge that was acknowledged, makes none twice, and the ledger goes on', async function () {
    const acknowledged = new Set<string>()
    let isOver = false
    const call = async (): Promise<void> => {
      const hold = holdCommand(walletId, 10n)
      const commands = [hold, settleCommand(hold, 7n)]
      for (const command of commands) {
        for (;;) {
          const outcome = await ledger.submit(command)
          if (isRight(outcome)) break
        }
      }
      acknowledged.add(hold.holdId)
    }
    const calling = Array.from({ length: 4 }, async () => {
      while (!isOver) await call()
    })
    await eventually(async () => acknowledged.size > 50)
    await servers.failOver()
    const atFailover = acknowledged.size
    await eventually(async () => acknowledged.size > atFailover + 50)
    isOver = true
    await Promise.all(calling)
    const charges = await open.db.selectFrom('transfers').select('id').where('kind', '=', 'charge').execute()
    expect(new Set(charges.map(({ id }) => id))).to.deep.equal(acknowledged)
    const { balance } = await open.db
      .selectFrom('accounts')
      .select('balance')
      .where('id', '=', walletId)
      .executeTakeFirstOrThrow()
    expect(balance).to.equal(1_000_000n - 7n * BigInt(acknowledged.size))
    expect(await auditViolations(open.db)).to.deep.equal([])
  })
})
