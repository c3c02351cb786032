import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { WrongMasterKey } from '../../../src/application/ports/secrets/secret-wrapping.ts'
import { openSecretWrapping } from '../../../src/infrastructure/resources/open-secret-wrapping.ts'

const SECRET = new TextEncoder().encode('secret')

describe('the master key', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-key-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const file = () => join(dataDir, 'master.key')
  const embedded = () => ({ engine: 'pglite', dataDir }) as const
  const open = (masterKeys: readonly Uint8Array[] | null = null) =>
    openSecretWrapping({ masterKeys, database: embedded() })

  it('is made once on the embedded database, readable by its owner only', async () => {
    const wrapped = await open()?.wrap(SECRET, 'p')
    expect(statSync(file()).mode & 0o777).to.equal(0o600)
    const made = readFileSync(file(), 'utf8')
    expect(await open()?.unwrap(wrapped ?? '', 'p')).to.deep.equal(SECRET)
    expect(readFileSync(file(), 'utf8')).to.equal(made)
  })

  it('is the configured key where there is one; the key of the directory still unwraps', async () => {
    const before = await open()?.wrap(SECRET, 'p')
    const configured = open([randomBytes(32)])
    expect(await configured?.unwrap(before ?? '', 'p')).to.deep.equal(SECRET)
    expect(configured?.isCurrent(before ?? '')).to.equal(false)
  })

  it('is not made where one is configured, or for PostgreSQL', () => {
    open([randomBytes(32)])
    expect(existsSync(file())).to.equal(false)
    const database = { engine: 'postgresql', url: 'postgres://db/x' } as const
    expect(openSecretWrapping({ masterKeys: null, database })).to.equal(null)
    expect(openSecretWrapping({ masterKeys: [randomBytes(32)], database })).not.to.equal(null)
  })

  it('is refused where its file is damaged', () => {
    writeFileSync(file(), 'c2hvcnQ=')
    expect(() => open()).to.throw(WrongMasterKey, 'master.key')
  })
})
