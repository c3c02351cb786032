import { createServer } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { ObjectStoreFailed } from '../../../src/adapters/media-store/object-store-failed.ts'
import { DatabaseBusy } from '../../../src/adapters/persistence/engine/database-busy.ts'
import { openPglite } from '../../../src/adapters/persistence/engine/pglite.ts'
import { PgliteNotOpened } from '../../../src/adapters/persistence/engine/pglite-not-opened.ts'
import { WrongMasterKey } from '../../../src/application/ports/secrets/secret-wrapping.ts'
import { listenOnLoopback } from '../../support/servers/loopback.ts'
import { makeDirectory } from '../../../src/infrastructure/data-dir/make-directory.ts'
import { expectFreePort } from '../../../src/infrastructure/server/expect-free-port.ts'
import { describeFailure } from '../../../src/infrastructure/failures/describe-failure.ts'
import type { FailureHome } from '../../../src/infrastructure/failures/describe-failure.ts'
import { StartRefused } from '../../../src/infrastructure/failures/start-refused.ts'

const DATA_DIR = '/srv/gateway/data'
const embedded: FailureHome = {
  host: '127.0.0.1',
  port: 8080,
  dataDir: DATA_DIR,
  database: { engine: 'pglite', dataDir: DATA_DIR },
}
const onPostgres: FailureHome = {
  ...embedded,
  database: { engine: 'postgresql', url: 'postgres://owner:hunter2@db.internal:6543/gateway' },
}

const coded = (code: string, message: string, fields: object = {}): Error =>
  Object.assign(new Error(message), { code, ...fields })

const connecting = new AggregateError(
  [
    coded('ECONNREFUSED', 'connect ECONNREFUSED ::1:6543'),
    coded('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:6543'),
  ],
  '',
)

/** [what happened, what is thrown, where, what the sentence names]. */
const CAUSES: readonly (readonly [string, unknown, FailureHome | null, readonly string[]])[] = [
  [
    'the disk is full, says the system',
    coded('ENOSPC', 'ENOSPC: no space left on device, write'),
    embedded,
    ['disk is full', 'DATA_DIR'],
  ],
  [
    'the disk is full, says the embedded engine by an object',
    { name: 'ErrnoError', errno: 51 },
    embedded,
    ['disk is full', 'DATA_DIR'],
  ],
  [
    'the disk is full, says the embedded engine in words',
    new Error('could not extend file: No space left on device'),
    embedded,
    ['disk is full', 'DATA_DIR'],
  ],
  [
    'the disk is full, deep inside another error',
    new Error('migration failed', { cause: coded('53100', 'could not write') }),
    embedded,
    ['disk is full', 'DATA_DIR'],
  ],
  [
    'the disk of the server is full',
    coded('53100', 'could not extend file'),
    onPostgres,
    ['DATABASE_URL', 'no space left'],
  ],
  [
    'the server of the database has no TLS',
    new Error('The server does not support SSL connections'),
    onPostgres,
    ['DATABASE_URL', 'db.internal:6543', 'does not speak TLS', 'sslmode'],
  ],
  [
    'the certificate of the database is signed by itself',
    coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
    onPostgres,
    ['a certificate was refused', 'self-signed certificate', 'if it is that of the database', 'DATABASE_URL'],
  ],
  [
    'the certificate that the URL of the database names is not there',
    coded('ENOENT', "ENOENT: no such file or directory, open '/nope'", { path: '/nope' }),
    { ...embedded, database: { engine: 'postgresql', url: 'postgres://one,two/gateway?sslrootcert=/nope' } },
    ['DATABASE_URL', 'TLS', '/nope'],
  ],
  [
    'the object store refuses connections',
    new ObjectStoreFailed('https://s3.example.org, bucket images', true, coded('ECONNREFUSED', 'connect ECONNREFUSED')),
    onPostgres,
    ['S3_ENDPOINT', 'https://s3.example.org', 'ECONNREFUSED'],
  ],
  ['the quota is used up', coded('EDQUOT', 'EDQUOT: quota exceeded'), embedded, ['disk is full', 'DATA_DIR']],
  [
    'the directory is read-only',
    coded('EROFS', 'EROFS: read-only file system, open', { path: `${DATA_DIR}/x` }),
    embedded,
    ['DATA_DIR', 'read-only'],
  ],
  [
    'the embedded database is damaged',
    new PgliteNotOpened('Aborted()', { cause: new Error('Aborted()') }),
    embedded,
    ['DATA_DIR', 'damaged', 'put a backup of DATA_DIR in its place'],
  ],
  [
    'the disk is full when the embedded database is opened',
    new PgliteNotOpened('', { cause: { name: 'ErrnoError', errno: 51 } }),
    embedded,
    ['disk is full', 'DATA_DIR'],
  ],
  ['the embedded engine may not write', { name: 'ErrnoError', errno: 2 }, embedded, ['DATA_DIR']],
  ['the embedded engine throws what it likes', { status: 1 }, embedded, ['DATA_DIR', 'status']],
  ['files run out', coded('EMFILE', 'EMFILE: too many open files'), embedded, ['ulimit']],
  [
    'the port is taken',
    coded('EADDRINUSE', 'listen EADDRINUSE', { syscall: 'listen' }),
    embedded,
    ['PORT=8080', 'HOST=127.0.0.1'],
  ],
  ['the port needs rights', coded('EACCES', 'listen EACCES', { syscall: 'listen' }), embedded, ['PORT=8080']],
  [
    'the host is of another machine',
    coded('EADDRNOTAVAIL', 'listen EADDRNOTAVAIL', { syscall: 'listen' }),
    embedded,
    ['HOST=127.0.0.1', 'set HOST to'],
  ],
  [
    'the host is unknown',
    coded('ENOTFOUND', 'getaddrinfo ENOTFOUND 127.0.0.1', { syscall: 'getaddrinfo' }),
    embedded,
    ['HOST=127.0.0.1', 'set HOST to'],
  ],
  [
    'the database refuses connections at two addresses',
    connecting,
    onPostgres,
    ['DATABASE_URL', 'db.internal:6543', 'ECONNREFUSED', 'see that PostgreSQL runs there'],
  ],
  [
    'the database has an unknown name',
    coded('ENOTFOUND', 'getaddrinfo ENOTFOUND db.internal', { syscall: 'getaddrinfo' }),
    onPostgres,
    ['DATABASE_URL', 'ENOTFOUND'],
  ],
  ['the database has no connection free', new DatabaseBusy(), onPostgres, ['db.internal:6543', 'too busy', 'again']],
  [
    'the database takes too long over a statement',
    coded('57014', 'canceling statement due to statement timeout'),
    onPostgres,
    ['too busy', 'statement timeout'],
  ],
  [
    'the database does not answer',
    new Error('Connection terminated due to connection timeout'),
    onPostgres,
    ['DATABASE_URL', 'timeout'],
  ],
  [
    'the database does not exist',
    coded('3D000', 'database "gateway" does not exist'),
    onPostgres,
    ['DATABASE_URL', '3D000', 'does not exist'],
  ],
  [
    'the password is wrong',
    coded('28P01', 'password authentication failed for user "owner"'),
    onPostgres,
    ['DATABASE_URL', '28P01'],
  ],
  [
    'the user may not make tables',
    coded('42501', 'permission denied for schema public'),
    onPostgres,
    ['DATABASE_URL', 'permission denied'],
  ],
  [
    'the database is starting',
    coded('57P03', 'the database system is starting up'),
    onPostgres,
    ['DATABASE_URL', 'starting up'],
  ],
  [
    'the embedded database refused',
    coded('42P01', 'relation "x" does not exist'),
    embedded,
    ['embedded database', 'DATA_DIR'],
  ],
  ['the master key is wrong', new WrongMasterKey('MASTER_KEY is wrong'), embedded, ['MASTER_KEY']],
  ['the start was refused', new StartRefused('a newer release migrated this'), onPostgres, ['a newer release']],
  ['a text was thrown', 'plain words', null, ['plain words']],
  ['an object without words was thrown', { some: { deep: 'thing' } }, null, ['some']],
  ['nothing was thrown', undefined, null, ['undefined']],
]

describe('a failure that ends a command', () => {
  for (const [what, thrown, home, names] of CAUSES) {
    it(`is one sentence with its cause and its variable when ${what}`, () => {
      const sentence = describeFailure(thrown, home)
      for (const name of names) expect(sentence).to.contain(name)
      expect(sentence).not.to.match(/\n|\[object|hunter2/)
    })
  }

  it('of a database in which a file is damaged or missing names the directory, without a stack', async function () {
    this.timeout(60_000)
    const dataDir = mkdtempSync(join(tmpdir(), 'gateway-damaged-'))
    try {
      await (await openPglite(dataDir)).close()
      const home: FailureHome = { ...embedded, dataDir, database: { engine: 'pglite', dataDir } }
      rmSync(join(dataDir, 'global'), { recursive: true })
      for (const version of ['18', '12']) {
        writeFileSync(join(dataDir, 'PG_VERSION'), `${version}\n`)
        const thrown = await openPglite(dataDir).catch((error: unknown) => error)
        expect(describeFailure(thrown, home)).to.match(/^[^\n]*DATA_DIR[^\n]* cannot be opened: [^\n]+$/)
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('comes with its stack where it is a defect of this program', () => {
    expect(describeFailure(new TypeError('x is not a function'), embedded)).to.match(/x is not a function\n +at /)
  })

  it('ends for an error that contains itself', () => {
    const error = new Error('round')
    error.cause = error
    expect(describeFailure(error, embedded)).to.contain('round')
  })

  it('of a port that is taken is found before anything is made', async () => {
    const holder = await listenOnLoopback(createServer())
    const { port } = holder
    const thrown = await expectFreePort(port, '127.0.0.1').catch((error: unknown) => error)
    await holder.close()
    expect(describeFailure(thrown, { ...embedded, port })).to.contain(`PORT=${port}`)
    await expectFreePort(port, '127.0.0.1')
  })

  it('of a real server that refuses connections names the variable and the address, never the password', async () => {
    const url = 'postgres://owner:hunter2@127.0.0.1:1/gateway'
    const thrown = await new pg.Client({ connectionString: url }).connect().catch((error: unknown) => error)
    const sentence = describeFailure(thrown, { ...embedded, database: { engine: 'postgresql', url } })
    expect(sentence).to.contain('DATABASE_URL (127.0.0.1:1/gateway) cannot be reached')
    expect(sentence).not.to.contain('hunter2')
  })
})

describe('making a directory', () => {
  it('makes the directories above it too, for their owner only, and accepts one that exists', () => {
    const root = mkdtempSync(join(tmpdir(), 'gateway-made-'))
    makeDirectory(join(root, 'a', 'b', 'c'))
    makeDirectory(join(root, 'a', 'b', 'c'))
    writeFileSync(join(root, 'a', 'b', 'c', 'file'), '')
    expect(() => makeDirectory(join(root, 'a', 'b', 'c', 'file', 'd'))).to.throw(/ENOTDIR|EEXIST/)
    rmSync(root, { recursive: true })
  })

  it('ends where nothing can be made, as below /proc', function () {
    if (process.platform !== 'linux') this.skip()
    expect(() => makeDirectory('/proc/nope/deeper')).to.throw('ENOENT')
  })
})
