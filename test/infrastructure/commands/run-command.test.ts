import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { openControl } from '../../../src/infrastructure/control/control-server.ts'
import { openDataDir } from '../../../src/infrastructure/data-dir/data-dir.ts'
import type { RecordCommand } from '../../../src/infrastructure/commands/record-command.ts'
import { runCommand, runOnServer } from '../../../src/infrastructure/commands/run-command.ts'
import type { CommandHome } from '../../../src/infrastructure/commands/run-command.ts'
import { runNode } from '../../support/processes/child-process.ts'
import { fakeCliUseCases } from '../../support/processes/fake-cli-use-cases.ts'
import { recordOutput } from '../../support/processes/record-output.ts'

describe('running a command', () => {
  let dataDir: string
  /** What the server noted. */
  const notes: string[] = []
  const noted: RecordCommand = async (command, _input, exit) => void notes.push(`${command}: ${exit}`)
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-run-'))
    writeFileSync(join(dataDir, 'PG_VERSION'), '17\n')
    notes.length = 0
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const homeOf = (database: CommandHome['database']) => {
    const { out, printed } = recordOutput()
    const events: string[] = []
    const note = async (event: string): Promise<number> => {
      const lease = await openDataDir(dataDir)
      events.push(`${event}, directory ${isLeft(lease) ? 'held' : 'free'}`)
      if (!isLeft(lease)) lease.right.release()
      return 0
    }
    const { useCases } = fakeCliUseCases()
    const recorded: unknown[][] = []
    const record: RecordCommand = async (...action) => void recorded.push(action)
    const home: CommandHome = {
      database,
      out,
      offline: { checkCatalog: () => Promise.resolve({ file: 'c', models: 1, templates: 0, tasks: 0, problems: [] }) },
      openUseCases: async () => {
        await note('open')
        return { useCases, record, close: async () => void (await note('close')) }
      },
      serve: () => note('serve'),
      work: () => note('work'),
      migrate: () => note('migrate'),
    }
    return { home, printed, events, recorded }
  }
  const embedded = () => homeOf({ engine: 'pglite', dataDir })

  const asServer = async (work: (stop: () => Promise<void>) => Promise<void>): Promise<void> => {
    const lease = await openDataDir(dataDir)
    if (isLeft(lease)) throw new Error(lease.left.tag)
    const sweepHolds = () => Promise.resolve({ released: 41, left: 0 })
    const { close } = await openControl(
      lease.right,
      runOnServer({ useCases: fakeCliUseCases({ sweepHolds }).useCases, record: noted }),
    )
    await work(close)
    await close()
    lease.right.release()
  }

  it('holds the embedded database while it runs, and releases it afterwards', async () => {
    const { home, printed, events } = embedded()
    expect(await runCommand(['holds', 'sweep'], home)).to.equal(0)
    expect(printed.stdout).to.equal('3 hold(s) released\n')
    expect(events).to.deep.equal(['open, directory held', 'close, directory held'])
    expect(await runCommand(['migrate'], home)).to.equal(0)
    expect(events.at(-1)).to.equal('migrate, directory held')
    expect(isLeft(await openDataDir(dataDir))).to.equal(false)
  })

  it('releases and closes the database after a command that threw', async () => {
    const { home, events } = embedded()
    const { useCases } = fakeCliUseCases({ sweepHolds: () => Promise.reject(new Error('broken')) })
    const openUseCases = async () => ({ ...(await home.openUseCases(false)), useCases })
    const failure = await runCommand(['holds', 'sweep'], { ...home, openUseCases }).catch((error: unknown) => error)
    expect(failure).to.have.property('message', 'broken')
    expect(events).to.deep.equal(['open, directory held', 'close, directory held'])
    expect(isLeft(await openDataDir(dataDir))).to.equal(false)
  })

  it('says which database it works on, and never its password', async () => {
    const here = embedded()
    await runCommand(['holds', 'sweep'], here.home)
    expect(here.printed.stderr).to.equal(`database: the embedded database in DATA_DIR=${dataDir}\n`)
    const there = homeOf({ engine: 'postgresql', url: 'postgres://owner:hunter2@db:5433/x' })
    await runCommand(['holds', 'sweep'], there.home)
    expect(there.printed.stderr).to.equal('database: the database of DATABASE_URL (db:5433/x)\n')
  })

  it('makes no database for a command but serve and migrate, nor a directory for one', async () => {
    const nowhere = join(dataDir, 'elsewhere')
    const { home, printed, events } = homeOf({ engine: 'pglite', dataDir: nowhere })
    for (const argv of [
      ['users', 'list'],
      ['users', 'credit', 'ann@example.com', '1'],
      ['ledger', 'audit'],
    ]) {
      expect(await runCommand(argv, home), argv.join(' ')).to.equal(1)
    }
    expect(printed.stderr).to.contain(`there is no database in ${nowhere}`).and.contain('DATABASE_URL')
    expect(events).to.deep.equal([])
    expect(existsSync(nowhere)).to.equal(false)
    expect(await runCommand(['migrate'], home)).to.equal(0)
  })

  it('records commands that change something, refused or not, and no others', async () => {
    const { home, recorded } = embedded()
    await runCommand(['users', 'list'], home)
    await runCommand(['users', 'credit', 'ann@example.com', '5', '--reason', 'an outage'], home)
    await runCommand(['keys', 'create', 'bob@example.com'], home)
    expect(recorded.map(([command, , exit]) => [command, exit])).to.deep.equal([
      ['users credit', 0],
      ['keys create', 1],
    ])
    expect(recorded[0]?.[1]).to.have.nested.property('values.reason', 'an outage')
    await asServer(async () => {
      await runCommand(['holds', 'sweep'], home)
    })
    expect(notes).to.deep.equal(['holds sweep: 0'])
  })

  it('says that a command was carried out whose record cannot be written', async () => {
    const { home, printed } = embedded()
    const record: RecordCommand = () => Promise.reject(new Error('the connection broke'))
    const openUseCases = async () => ({ ...(await home.openUseCases(false)), record })
    const credit = ['users', 'credit', 'ann@example.com', '5']
    expect(await runCommand(credit, { ...home, openUseCases })).to.equal(1)
    expect(printed.stdout).to.contain('done')
    expect(printed.stderr).to.contain('could not be recorded (the connection broke)').and.contain('was carried out')
    printed.stderr = ''
    expect(await runCommand(['keys', 'create', 'bob@example.com'], { ...home, openUseCases })).to.equal(1)
    expect(printed.stderr).to.contain('could not be recorded').and.not.contain('was carried out')
  })

  it('says of a command that breaks while it changes something that it may have taken effect', async () => {
    const { home, printed } = embedded()
    const broken = () => Promise.reject(new Error('the connection broke'))
    const { useCases } = fakeCliUseCases({ sweepHolds: broken, auditLedger: broken })
    const openUseCases = async () => ({ ...(await home.openUseCases(false)), useCases })
    const run = (...argv: readonly string[]) => runCommand(argv, { ...home, openUseCases }).catch(() => 'threw')
    expect(await run('ledger', 'audit')).to.equal('threw')
    expect(printed.stderr).not.to.contain('took effect')
    expect(await run('holds', 'sweep')).to.equal('threw')
    expect(printed.stderr).to.contain('look whether holds sweep took effect before you repeat it')
  })

  it('leaves the data directory alone on PostgreSQL', async () => {
    const { home, events } = homeOf({ engine: 'postgresql', url: 'postgres://db/x' })
    expect(await runCommand(['holds', 'sweep'], home)).to.equal(0)
    expect(events).to.deep.equal(['open, directory free', 'close, directory free'])
  })

  it('lets the running server execute it', async () => {
    const { home, printed, events } = embedded()
    await asServer(async () => {
      expect(await runCommand(['holds', 'sweep'], home)).to.equal(0)
      expect(printed.stdout).to.equal('41 hold(s) released\n')
      expect(await runCommand(['keys', 'create', 'bob@example.com'], home)).to.equal(1)
      expect(printed.stderr).to.contain('bob@example.com')
    })
    expect(events).to.deep.equal([])
  })

  it('needs no migration while a server holds the database, and names that server', async () => {
    const { home, printed, events } = embedded()
    await asServer(async () => {
      expect(await runCommand(['migrate'], home)).to.equal(0)
    })
    expect(printed.stdout).to.contain(`held by process ${process.pid}`).and.contain('applied the migrations')
    expect(events).to.deep.equal([])
  })

  it('names the process that holds the database when that takes no commands', async () => {
    const holder = runNode([resolve(import.meta.dirname, '../../support/processes/hold-data-dir.ts'), dataDir])
    await holder.printed(/"held"/)
    const { home, printed } = embedded()
    expect(await runCommand(['holds', 'sweep'], home)).to.equal(1)
    expect(printed.stderr).to.contain(`held by process ${holder.pid} on `)
    await holder.kill()
  })

  it('waits for another command that is about to end', async () => {
    const lease = await openDataDir(dataDir)
    if (isLeft(lease)) throw new Error(lease.left.tag)
    const { home, events } = embedded()
    const running = runCommand(['holds', 'sweep'], home)
    setTimeout(() => lease.right.release(), 200)
    expect(await running).to.equal(0)
    expect(events).to.have.length(2)
  })

  it('opens the database itself behind a server that was killed and still holds it for a moment', async () => {
    const lease = await openDataDir(dataDir)
    if (isLeft(lease)) throw new Error(lease.left.tag)
    lease.right.announceControl(join(dataDir, 'no-listener'))
    const { home, events, printed } = embedded()
    const running = runCommand(['holds', 'sweep'], home)
    setTimeout(() => lease.right.release(), 200)
    expect(await running, printed.stderr).to.equal(0)
    expect(events).to.have.length(2)
  })

  it('needs no database for the catalogue, and leaves serving to the entry point', async () => {
    const { home, events } = embedded()
    await asServer(async () => {
      expect(await runCommand(['catalog', 'check'], home)).to.equal(0)
    })
    expect(events).to.deep.equal([])
    expect(await runCommand(['serve'], home)).to.equal(0)
    expect(events).to.deep.equal(['serve, directory free'])
  })

  it('runs beside a server on PostgreSQL only, and gives the reason elsewhere', async () => {
    const beside = homeOf({ engine: 'postgresql', url: 'postgres://db/x' })
    expect(await runCommand(['work'], beside.home)).to.equal(0)
    expect(beside.events).to.deep.equal(['work, directory free'])
    const { home, printed, events } = embedded()
    expect(await runCommand(['work'], home)).to.equal(1)
    expect(printed.stderr).to.contain('the embedded database belongs to one process').and.contain('DATABASE_URL')
    expect(events).to.deep.equal([])
  })

  it('answers a wrong command line with the expected form', async () => {
    const { home, printed } = embedded()
    expect(await runCommand(['keys', 'revoke', 'x'], home)).to.equal(2)
    expect(printed.stderr).to.contain('expected the id of a key')
    const { out, printed: sent } = recordOutput()
    expect(await runOnServer({ useCases: fakeCliUseCases().useCases, record: noted })(['serve'], out)).to.equal(2)
    expect(sent.stderr).to.contain('not run by a server')
  })
})
