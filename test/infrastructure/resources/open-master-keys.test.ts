import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { WrongMasterKey } from '../../../src/application/ports/secrets/secret-wrapping.ts'
import { openMasterKeys } from '../../../src/infrastructure/resources/open-master-keys.ts'

const SECRET = new TextEncoder().encode('secret')

describe('the master key', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-key-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const file = () => join(dataDir, 'master.key')
  const embedded = () => ({ engine: 'pglite', dataDir }) as const
  const open = (masterKeys: readonly Uint8Array[] | null = null, hasWrapped = false) =>
    openMasterKeys({ masterKeys, database: embedded() }, async () => hasWrapped)

  it('is made once on the embedded database, readable by its owner only', async () => {
    const wrapped = await (await open())?.wrapping.wrap(SECRET, 'p')
    expect(statSync(file()).mode & 0o777).to.equal(0o600)
    const made = readFileSync(file(), 'utf8')
    expect(await (await open())?.wrapping.unwrap(wrapped ?? '', 'p')).to.deep.equal(SECRET)
    expect(readFileSync(file(), 'utf8')).to.equal(made)
  })

  it('is the configured key where there is one; the key of the directory still unwraps', async () => {
    const before = await (await open())?.wrapping.wrap(SECRET, 'p')
    const configured = await open([randomBytes(32)])
    expect(await configured?.wrapping.unwrap(before ?? '', 'p')).to.deep.equal(SECRET)
    expect(configured?.wrapping.isCurrent(before ?? '')).to.equal(false)
  })

  it('is not made where one is configured, or for PostgreSQL', async () => {
    await open([randomBytes(32)])
    expect(existsSync(file())).to.equal(false)
    const database = { engine: 'postgresql', url: 'postgres://db/x' } as const
    const none = async () => false
    expect(await openMasterKeys({ masterKeys: null, database }, none)).to.equal(null)
    expect(await openMasterKeys({ masterKeys: [randomBytes(32)], database }, none)).not.to.equal(null)
  })

  it('seals contents by the same keys', async () => {
    const before = (await open())?.sealing
    const sealed = before?.seal(SECRET, 'p')
    const configured = (await open([randomBytes(32)]))?.sealing
    if (sealed === undefined || configured === undefined) throw new Error('there is no key')
    expect(Buffer.from(configured.open(sealed, 'p'))).to.deep.equal(Buffer.from(SECRET))
    expect(configured.olderKeyIds).to.deep.equal([before?.keyId])
  })

  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error)

  it('is refused where its file is damaged', async () => {
    writeFileSync(file(), 'c2hvcnQ=')
    expect(await failureOf(open()))
      .to.be.instanceOf(WrongMasterKey)
      .with.property('message')
      .that.contains('master.key')
  })

  it('is not made anew where its file is lost and the database needs it: the operator reads what to put back', async () => {
    const lost = await failureOf(open(null, true))
    expect(lost).to.be.instanceOf(WrongMasterKey).with.property('message').that.contains('put the old file back')
    expect(existsSync(file())).to.equal(false)
  })

  it('of another installation is blamed on its file, and on MASTER_KEY where that is set', async () => {
    const wrapped = (await (await open())?.wrapping.wrap(SECRET, 'p')) ?? ''
    rmSync(file())
    const foreign = await failureOf((await open())?.wrapping.unwrap(wrapped, 'p') ?? Promise.resolve())
    expect(foreign).to.have.property('message').that.contains('DATA_DIR/master.key')
    const configured = await failureOf(
      (await open([randomBytes(32)]))?.wrapping.unwrap(wrapped, 'p') ?? Promise.resolve(),
    )
    expect(configured).to.have.property('message').that.contains('than MASTER_KEY')
  })
})
