import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { JournaledCharge } from '../../../src/application/ports/billing/charge-journal.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { NO_JOURNAL, openJournal } from '../../../src/infrastructure/resources/open-journal.ts'
import { eventually } from '../../support/eventually.ts'
import { holdCommand, settleCommand } from '../../support/ledger/ledger-commands.ts'

const log = createLog('info', { write: () => true })

describe('the journal of a process', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'gateway-journals-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  const open = () => openJournal({ dataDir, database: { engine: 'postgresql', url: 'postgres://host/db' } }, log)
  const charge = settleCommand(holdCommand('wallet', 10n), 7n)
  const files = (): Promise<readonly string[]> => readdir(join(dataDir, 'outage'))

  const submitted = async (isTaken: boolean): Promise<readonly JournaledCharge[]> => {
    const seen: JournaledCharge[] = []
    await open().submitLeft(async (charges) => {
      seen.push(...charges)
      return isTaken
    })
    return seen
  }

  it('is left alone while its process lives, and submitted by the next start, until the ledger has taken it', async () => {
    const owner = open()
    owner.journal.keep(charge)
    await eventually(async () => (await files()).some((name) => name.endsWith('.charges')))
    expect(await submitted(true)).to.deep.equal([])
    await owner.close()
    expect(await submitted(false)).to.deep.equal([charge])
    expect(await submitted(true)).to.deep.equal([charge])
    expect(await files()).to.deep.equal([])
  })

  it('delays no other where it vanishes before it is read, or cannot be read, which is reported', async () => {
    const owner = open()
    owner.journal.keep(charge)
    await owner.close()
    const [left] = await files()
    const directory = join(dataDir, 'outage')
    for (const nth of [1, 2, 4]) await copyFile(join(directory, left!), join(directory, `${nth}.charges`))
    for (const name of await files()) if (name.startsWith(left!)) await rm(join(directory, name))
    await mkdir(join(directory, '3.charges'))
    const lines: string[] = []
    const reporting = createLog('info', { write: (line: string) => void lines.push(line) })
    let submissions = 0
    await openJournal({ dataDir, database: { engine: 'postgresql', url: 'postgres://host/db' } }, reporting).submitLeft(
      async () => {
        submissions += 1
        await rm(join(directory, '2.charges'), { force: true })
        return true
      },
    )
    expect(submissions).to.equal(2)
    expect(lines.filter((line) => line.includes('could not be submitted'))).to.have.length(1)
    await rm(join(directory, '3.charges'), { recursive: true })
    expect(await files()).to.deep.equal(['3.charges.lock'])
  })

  it('is reported where its lock cannot be taken, as where another user made it, and stays', async () => {
    const owner = open()
    owner.journal.keep(charge)
    await owner.close()
    const [left] = (await files()).filter((name) => name.endsWith('.charges'))
    const lockPath = join(dataDir, 'outage', `${left}.lock`)
    await rm(lockPath, { force: true })
    await mkdir(lockPath)
    const lines: string[] = []
    const reporting = createLog('info', { write: (line: string) => void lines.push(line) })
    await openJournal({ dataDir, database: { engine: 'postgresql', url: 'postgres://host/db' } }, reporting).submitLeft(
      () => Promise.reject(new Error('submitted')),
    )
    expect(lines.filter((line) => line.includes('could not be submitted'))).to.have.length(1)
    expect(lines.join('')).to.contain('cannot be locked').and.not.contain('"submitted"')
    await rm(lockPath, { recursive: true })
    expect(await submitted(true)).to.deep.equal([charge])
  })

  it('leaves nothing behind where the ledger took all', async () => {
    const owner = open()
    owner.journal.keep(charge)
    owner.journal.remove(charge.holdId)
    await owner.close()
    expect(await files()).to.deep.equal([])
  })

  it('has no room where its directory cannot be made, which the log says in one sentence', async () => {
    await writeFile(join(dataDir, 'outage'), 'no directory')
    const lines: string[] = []
    const reporting = createLog('info', { write: (line: string) => void lines.push(line) })
    const { journal } = openJournal(
      { dataDir, database: { engine: 'postgresql', url: 'postgres://host/db' } },
      reporting,
    )
    expect(journal.hasRoom()).to.equal(false)
    expect(lines).to.have.length(1)
    const { level, msg, reason, ...others } = JSON.parse(lines[0]!) as Readonly<Record<string, unknown>>
    expect([level, msg]).to.deep.equal([
      'warn',
      'charges cannot be kept here while the database is away: calls are refused then',
    ])
    expect(reason).to.equal('there is a file at this path or above it; set DATA_DIR to a directory')
    expect(Object.keys(others)).to.have.members(['time', 'directory'])
  })

  it('is none on the embedded database', () => {
    expect(openJournal({ dataDir, database: { engine: 'pglite', dataDir } }, log).journal).to.equal(NO_JOURNAL)
  })
})
