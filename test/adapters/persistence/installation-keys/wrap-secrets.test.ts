import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import { kyselySessionSecrets } from '../../../../src/adapters/persistence/installation-keys/session-secrets.ts'
import { kyselySigningKeys } from '../../../../src/adapters/persistence/installation-keys/signing-keys.ts'
import { kyselyStores } from '../../../../src/adapters/persistence/stores.ts'
import { signingSecrets, storedSecret } from '../../../../src/application/webhooks/stored-secret.ts'
import { someUser } from '../../../contract/accounts/identity-stores.ts'
import { someWebhook } from '../../../contract/webhooks/webhook-stores.ts'
import { hasWrappedSecrets, wrapSecrets } from '../../../../src/adapters/persistence/installation-keys/wrap-secrets.ts'
import { jweSecretWrapping } from '../../../../src/adapters/security/jwe-secret-wrapping.ts'
import { WrongMasterKey } from '../../../../src/application/ports/secrets/secret-wrapping.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'

const AT = new Date(1_700_000_000_000)
const D = 'private-half-of-the-key'
const SECRET = Uint8Array.from(randomBytes(32))
const ID = '01890000-0000-7000-8000-00000000005e'
const SIGNING = {
  kid: 'one',
  publicJwk: { kty: 'OKP', x: 'public' },
  privateJwk: { kty: 'OKP', x: 'public', d: D },
  signsFrom: AT,
  retiredAt: null,
}

const [first, second] = [jweSecretWrapping([randomBytes(32)]), jweSecretWrapping([randomBytes(32)])]

describeOnDatabases('the secrets of an installation', (database) => {
  /** Every row of both tables, as a dump would show it. */
  const dump = async (): Promise<string> => {
    const rows = await sql<{ row: string }>`
      select signing_keys::text as row from signing_keys union all select session_secrets::text from session_secrets
    `.execute(database().db)
    return rows.rows.map(({ row }) => row).join('\n')
  }
  const clearTexts = [D, Buffer.from(SECRET).toString('hex')]
  const begin = async (wrapping: typeof first | null): Promise<void> => {
    await sql`delete from signing_keys`.execute(database().db)
    await sql`delete from session_secrets`.execute(database().db)
    await kyselySigningKeys(database().db, wrapping).listOrCreate(SIGNING)
    await kyselySessionSecrets(database().db, wrapping).newestOrCreate({ id: ID, secret: SECRET, createdAt: AT })
  }
  const expectReadBy = async (wrapping: typeof first): Promise<void> => {
    expect(await kyselySigningKeys(database().db, wrapping).list()).to.deep.equal([SIGNING])
    expect((await kyselySessionSecrets(database().db, wrapping).find(ID))?.secret).to.deep.equal(SECRET)
  }

  it('that were stored in the clear are wrapped at the first start with a key, and stay what they are', async () => {
    await begin(null)
    for (const clear of clearTexts) expect(await dump()).to.contain(clear)
    expect(await wrapSecrets(database().db, first)).to.equal(2)
    for (const clear of clearTexts) expect(await dump()).not.to.contain(clear)
    await expectReadBy(first)
    expect(await wrapSecrets(database().db, first)).to.equal(0)
  })

  it('that are made with a key never stand in the clear', async () => {
    await begin(first)
    await kyselySigningKeys(database().db, first).rotate({ ...SIGNING, kid: 'two' }, AT, new Date(0))
    for (const clear of clearTexts) expect(await dump()).not.to.contain(clear)
  })

  it('are wrapped anew under a new first key, after which the old key is of no use', async () => {
    const keys = [randomBytes(32), randomBytes(32)]
    const [newKey = randomBytes(32), oldKey = randomBytes(32)] = keys
    await begin(jweSecretWrapping([oldKey]))
    expect(await wrapSecrets(database().db, jweSecretWrapping([newKey, oldKey]))).to.equal(2)
    await expectReadBy(jweSecretWrapping([newKey]))
  })

  it('are wrapped for webhooks too, anew under a new key', async () => {
    const { db } = database()
    await begin(first)
    const { webhooks, users } = kyselyStores(db)
    const user = someUser()
    await users.add(user)
    const webhook = someWebhook(user.id)
    await webhooks.add(webhook, 'whsec_Y2xlYXI=')
    const [newKey, oldKey] = [randomBytes(32), randomBytes(32)]
    const signing = async (wrapping: typeof first) => {
      const stored = await webhooks.secretsOf(webhook.id)
      return stored === null ? [] : signingSecrets(wrapping, webhook.id, stored, AT.getTime())
    }
    const previous = {
      secret: await storedSecret(first, webhook.id, 'whsec_b2xk'),
      until: new Date(AT.getTime() + 1_000),
    }
    await webhooks.replaceSecrets(webhook.id, { current: 'whsec_Y2xlYXI=', previous })
    expect(await wrapSecrets(db, first)).to.equal(1)
    expect((await webhooks.secretsOf(webhook.id))?.current).to.not.include('whsec_')
    expect(await signing(first)).to.deep.equal(['whsec_Y2xlYXI=', 'whsec_b2xk'])
    await begin(jweSecretWrapping([oldKey]))
    await webhooks.replaceSecrets(webhook.id, { current: 'whsec_Y2xlYXI=', previous: null })
    await wrapSecrets(db, jweSecretWrapping([oldKey]))
    await wrapSecrets(db, jweSecretWrapping([newKey, oldKey]))
    expect(await signing(jweSecretWrapping([newKey]))).to.deep.equal(['whsec_Y2xlYXI='])
    await webhooks.delete(webhook.id)
  })

  it('stay as they are under a wrong key and under none, which fail with different messages', async () => {
    await begin(first)
    expect(await hasWrappedSecrets(database().db)).to.equal(true)
    const before = await dump()
    const wrong = await wrapSecrets(database().db, second).catch((error: unknown) => error)
    expect(wrong).to.be.instanceOf(WrongMasterKey).with.property('message').that.contains('another key')
    const none = await kyselySigningKeys(database().db, null)
      .list()
      .catch((error: unknown) => error)
    expect(none).to.be.instanceOf(WrongMasterKey).with.property('message').that.contains('set MASTER_KEY')
    expect(await dump()).to.equal(before)
  })

  it('do not unwrap in the row of another', async () => {
    await begin(first)
    await sql`update signing_keys set kid = 'moved'`.execute(database().db)
    const moved = await wrapSecrets(database().db, first).catch((error: unknown) => error)
    expect(moved).to.be.instanceOf(WrongMasterKey)
  })
})
