import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import * as face from '../../../src/infrastructure/container/interface-tokens.ts'
import * as port from '../../../src/infrastructure/container/port-tokens.ts'
import * as resource from '../../../src/infrastructure/container/resource-tokens.ts'
import type { Token } from '../../../src/infrastructure/container/token.ts'
import * as use from '../../../src/infrastructure/container/use-case-tokens.ts'
import { createLog } from '../../../src/infrastructure/logging.ts'
import { type Service, openService } from '../../../src/infrastructure/open-service.ts'
import { catalogOf } from '../../support/catalogs.ts'

const TOKENS: Readonly<Record<string, Token<unknown>>> = { ...resource, ...port, ...use, ...face }

describe('the container', () => {
  let service: Service

  before(async () => {
    const config = loadConfig({ MASTER_KEY: Buffer.alloc(32, 1).toString('base64') }, import.meta.dirname)
    if (!isRight(config)) throw new Error('the default configuration is refused')
    service = await openService({
      config: { ...config.right, database: { engine: 'pglite', dataDir: 'memory://' } },
      offer: { catalog: catalogOf(), usable: new Map(), unusable: [], payments: { provider: 'sandbox' } },
      log: createLog('silent', process.stdout),
    })
  })
  after(() => service.close())

  it('knows every token there is', () => {
    expect(Object.keys(TOKENS)).to.have.length.above(60)
  })
  for (const [name, token] of Object.entries(TOKENS)) {
    it(`makes ${name}, once`, () => {
      const made = service.get(token)
      expect(made).not.to.equal(undefined)
      expect(service.get(token)).to.equal(made)
    })
  }

  it('limits every endpoint at which somebody could guess', () => {
    const limited = service.get(face.endpoints).filter(({ isSignIn }) => isSignIn)
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
    ])
  })

  it('gives every endpoint a name and an address of its own', () => {
    const endpoints = service.get(face.endpoints)
    const unique = (of: (endpoint: (typeof endpoints)[number]) => string): number => new Set(endpoints.map(of)).size
    expect(unique(({ id }) => id)).to.equal(endpoints.length)
    expect(unique(({ method, path }) => `${method} ${path}`)).to.equal(endpoints.length)
  })
})
