import { mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import sinon from 'sinon'
import { openPglite } from '../../../src/adapters/persistence/engine/pglite.ts'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import { openDataDir } from '../../../src/infrastructure/data-dir/data-dir.ts'
import { serve } from '../../../src/infrastructure/lifecycle/serve.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { requireOffer } from '../../../src/infrastructure/offer/require-offer.ts'
import { connectionErrorOf } from '../../support/connection-error.ts'
import { makeMigratedDataDir } from '../../support/processes/gateway-process.ts'
import { freePort } from '../../support/servers/loopback.ts'

describe('A server whose start fails at its end', () => {
  it('stops all that has begun, and closes its database before the data directory is free', async () => {
    const [{ path, remove }, port] = [await makeMigratedDataDir(), await freePort()]
    const environment = { DATA_DIR: path, PORT: String(port), CONSOLE: 'off' }
    const config = loadConfig(environment, resolve(import.meta.dirname, '../../..'))
    if (isLeft(config)) throw new Error('the configuration is refused')
    const offer = await requireOffer(config.right, environment)
    const log = createLog('silent', { write: () => true })
    const out = { stdout: () => undefined, stderr: () => undefined }
    // The credentials of the demo account are written last, and cannot be.
    mkdirSync(join(path, 'demo-account.json'))
    // To make a database closes one, too.
    await (await openPglite(path)).close()
    const closing = sinon.spy(PGlite.prototype, 'close')
    try {
      const serving = serve({
        config: config.right,
        offer,
        log,
        out,
        isTerminal: false,
        hangups: { reloadBy: () => undefined },
      })
      expect(await serving.then(() => 'it serves', String)).to.include('EISDIR')
      expect(closing.callCount).to.equal(1)
      expect(await connectionErrorOf(`http://127.0.0.1:${port}`)).to.equal('ECONNREFUSED')
      expect(readdirSync(path)).to.not.include('control.sock')
      const lease = await openDataDir(path)
      if (isLeft(lease)) throw new Error(lease.left.tag)
      lease.right.release()
    } finally {
      closing.restore()
      await remove()
    }
  })
})
