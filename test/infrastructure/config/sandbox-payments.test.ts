import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describeProblem } from '../../../src/infrastructure/config/config-problem.ts'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import type { Environment } from '../../../src/infrastructure/config/environment-variable.ts'
import { decidePayments } from '../../../src/infrastructure/config/sandbox-payments.ts'

const POSTGRES = { DATABASE_URL: 'postgres://u:p@db/x' }
const SHOP = { YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'k' }
const PRODUCTION = {
  ...POSTGRES,
  NODE_ENV: 'production',
  PUBLIC_BASE_URL: 'http://127.0.0.1',
  ALLOW_HTTP: 'on',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
}

const decide = (env: Environment, paidProviders: readonly string[] = []) => {
  const config = loadConfig(env, import.meta.dirname)
  if (isLeft(config)) throw new Error(config.left.map(describeProblem).join('\n'))
  return decidePayments(config.right, paidProviders)
}

const sellerOf = (env: Environment, paidProviders: readonly string[] = []): string | undefined => {
  const decided = decide(env, paidProviders)
  return isLeft(decided) ? 'refused' : decided.right.providers[0]?.id
}

describe('sandbox payments', () => {
  it('are on by default on the embedded database on loopback, with any spelling of loopback', () => {
    expect(sellerOf({})).to.equal('sandbox')
    for (const HOST of ['127.0.0.1', '127.8.9.10', '::1', 'localhost', '::ffff:127.0.0.1']) {
      expect(sellerOf({ HOST }), HOST).to.equal('sandbox')
    }
    expect(sellerOf({ PUBLIC_BASE_URL: 'http://localhost:9000' })).to.equal('sandbox')
  })

  for (const [what, env, paidProviders] of [
    ['a provider can be called', {}, ['openai']],
    ['PostgreSQL is set', POSTGRES, []],
    ['every address is listened on', { HOST: '0.0.0.0' }, []],
    ['every IPv6 address is listened on', { HOST: '::' }, []],
    ['a name is listened on that is not looked up', { HOST: 'gateway.internal' }, []],
    ['clients come by https', { PUBLIC_BASE_URL: 'https://localhost' }, []],
    ['clients come from other machines', { PUBLIC_BASE_URL: 'http://gateway.example.com' }, []],
    ['a name only begins like a loopback address', { PUBLIC_BASE_URL: 'http://127.0.0.1.example.com' }, []],
    ['production is served', PRODUCTION, []],
    ['they are off', { SANDBOX_PAYMENTS: 'off' }, []],
  ] as const) {
    it(`are off, and the start logs the reason, where ${what}`, () => {
      const decided = decide(env, paidProviders)
      expect(decided).to.have.nested.property('right.providers').that.is.an('array').and.is.empty
      expect(decided).to.have.nested.property('right.reason').that.is.a('string').and.is.not.empty
    })
  }

  it('can be turned on for an installation on PostgreSQL that only its own machine reaches', () => {
    expect(sellerOf({ ...POSTGRES, SANDBOX_PAYMENTS: 'on' })).to.equal('sandbox')
  })

  for (const [what, env, paidProviders] of [
    ['a provider that can be called', {}, ['openai']],
    ['an https:// address', { PUBLIC_BASE_URL: 'https://api.example.com' }, []],
    ['a host that other machines reach', { HOST: '0.0.0.0' }, []],
    ['a real payment provider', SHOP, []],
    ['production', PRODUCTION, []],
  ] as const) {
    it(`are refused, by the name of their variable, beside ${what}`, () => {
      const decided = decide({ ...env, SANDBOX_PAYMENTS: 'on' }, paidProviders)
      const problems = isLeft(decided) ? decided.left : []
      expect(problems.map(({ name }) => name)).to.deep.equal(['SANDBOX_PAYMENTS'])
    })
  }

  it('are off beside a real payment provider', () => {
    expect(sellerOf(SHOP)).to.equal('yookassa')
    expect(sellerOf({ ...PRODUCTION, ...SHOP }, ['openai'])).to.equal('yookassa')
  })
})
