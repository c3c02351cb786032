import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { operatorSurface } from '../../../src/adapters/http/operator/surface.ts'
import { operatorSession } from '../../../src/adapters/http/surface/auth-methods.ts'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import { countUsage } from '../../../src/infrastructure/container/billing.ts'
import { endpoints } from '../../../src/infrastructure/container/interfaces.ts'
import { usageLog } from '../../../src/infrastructure/container/persistence.ts'
import { withNeeds } from '../../../src/infrastructure/container/provision.ts'
import type { Token } from '../../../src/infrastructure/container/provision.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { openService } from '../../../src/infrastructure/container/open-service.ts'
import type { Service } from '../../../src/infrastructure/container/open-service.ts'
import { catalogOf } from '../../support/chat/catalogs.ts'

const FOLDER = join(import.meta.dirname, '../../../src/infrastructure/container')

const isToken = (value: unknown): value is Token<unknown> =>
  typeof value === 'object' && value !== null && 'needs' in value && 'bind' in value

/** Every declaration that a file of the container exports, and all that they need. */
const declarations = async (): Promise<readonly Token<unknown>[]> => {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const files = names.map((name) => import(join(FOLDER, name)) as Promise<Record<string, unknown>>)
  const values = (await Promise.all(files)).flatMap((file) => Object.values(file)).flat()
  return [...withNeeds(values.filter(isToken))]
}

describe('the container', () => {
  let service: Service

  before(async () => {
    const config = loadConfig({ MASTER_KEY: Buffer.alloc(32, 1).toString('base64') }, import.meta.dirname)
    if (!isRight(config)) throw new Error('the default configuration is refused')
    service = await openService({
      config: { ...config.right, database: { engine: 'pglite', dataDir: 'memory://' } },
      offer: {
        catalog: catalogOf(),
        usable: new Map(),
        unusable: [],
        retired: [],
        payments: { providers: [], reason: null },
        version: '0',
      },
      log: createLog('silent', process.stdout),
    })
  })
  after(() => service.close())

  it('makes everything that is declared, each thing once', async () => {
    const declared = await declarations()
    expect(declared).to.have.length.above(200)
    for (const token of declared) {
      const made = service.get(token)
      expect(made, token.name).not.to.equal(undefined)
      expect(service.get(token), token.name).to.equal(made)
    }
  })

  it('gives every declaration a name of its own', async () => {
    const names = (await declarations()).map(({ name }) => name)
    expect(names).to.deep.equal([...new Set(names)])
  })

  it('limits every endpoint at which a caller could guess a secret', () => {
    const limited = service.get(endpoints).filter(({ isSignIn }) => isSignIn)
    expect(limited.map(({ path }) => path)).to.have.members([
      '/v1/auth/register',
      '/v1/auth/login',
      '/v1/auth/refresh',
      '/v1/auth/oauth/google',
      '/v1/auth/oauth/yandex',
      '/v1/auth/verify-email',
      '/v1/auth/resend-verification',
      '/v1/auth/forgot-password',
      '/v1/auth/reset-password',
      '/v1/me/change-password',
      '/v1/me/identities/google',
      '/v1/me/identities/yandex',
      '/v1/auth/reauthenticate',
      '/v1/console/session',
      '/v1/console/session/google',
      '/v1/console/session/yandex',
    ])
  })

  it('gives addresses of operators to the surface of operators alone, and no other address to it', () => {
    for (const { id, path, surface, authMethod } of service.get(endpoints)) {
      const isOperators = path.startsWith('/v1/operator')
      expect(surface === operatorSurface, id).to.equal(isOperators)
      expect(authMethod === operatorSession, id).to.equal(isOperators)
    }
  })

  it('counts and reads the usage on one database', async () => {
    expect(await service.get(countUsage)(new AbortController().signal)).to.equal(0)
    const everything = { keyId: null, model: null, surface: null, group: 'day', timeZone: 'UTC' } as const
    const range = { from: new Date(0), to: new Date() }
    const accountId = '01890a5d-ac96-774b-bcce-000000000001'
    expect(await service.get(usageLog).sum({ accountId, currency: 'RUB', ...everything, ...range })).to.deep.equal([])
  })

  it('gives every endpoint a name and an address of its own', () => {
    const served = service.get(endpoints)
    const unique = (of: (endpoint: (typeof served)[number]) => string): number => new Set(served.map(of)).size
    expect(unique(({ id }) => id)).to.equal(served.length)
    expect(unique(({ method, path }) => `${method} ${path}`)).to.equal(served.length)
  })
})
