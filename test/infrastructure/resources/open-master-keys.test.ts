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
  const open = (masterKeys: readonly Uint8Array[] | null = null) => openMasterKeys({ masterKeys, database: embedded() })

  it('is made once on the embedded database, readable by its owner only', async () => {
    const wrapped = await open()?.wrapping.wrap(SECRET, 'p')
    expect(statSync(file()).mode & 0o777).to.equal(0o600)
    const made = readFileSync(file(), 'utf8')
    expect(await open()?.wrapping.unwrap(wrapped ?? '', 'p')).to.deep.equal(SECRET)
    expect(readFileSync(file(), 'utf8')).to.equal(made)
  })

  it('is the configured key where there is one; the key of the directory still unwraps', async () => {
    const before = await open()?.wrapping.wrap(SECRET, 'p')
    const configured = open([randomBytes(32)])
    expect(await configured?.wrapping.unwrap(before ?? '', 'p')).to.deep.equal(SECRET)
    expect(configured?.wrapping.isCurrent(before ?? '')).to.equal(false)
  })

  it('is not made where one is configured, or for PostgreSQL', () => {
    open([randomBytes(32)])
    expect(existsSync(file())).to.equal(false)
    const database = { engine: 'postgresql', url: 'postgres://db/x' } as const
    expect(openMasterKeys({ masterKeys: null, database })).to.equal(null)
    expect(openMasterKeys({ masterKeys: [randomBytes(32)], database })).not.to.equal(null)
  })

  it('seals contents by the same keys', () => {
    const before = open()?.sealing
    const sealed = before?.seal(SECRET, 'p')
    const configured = open([randomBytes(32)])?.sealing
    if (sealed === undefined || configured === undefined) throw new Error('there is no key')
    expect(Buffer.from(configured.open(sealed, 'p'))).to.deep.equal(Buffer.from(SECRET))
    expect(configured.olderKeyIds).to.deep.equal([before?.keyId])
  })

  it('is refused where its file is damaged', () => {
    writeFileSync(file(), 'c2hvcnQ=')
    expect(() => open()).to.throw(WrongMasterKey, 'master.key')
  })
})
