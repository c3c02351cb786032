import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { describeProblem } from '../../../src/infrastructure/config/config-problem.ts'
import type { ConfigProblem } from '../../../src/infrastructure/config/config-problem.ts'
import { VARIABLES } from '../../../src/infrastructure/config/config-variables.ts'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import type { Config } from '../../../src/infrastructure/config/config.ts'
import type { Environment } from '../../../src/infrastructure/config/environment-variable.ts'
import { loadCatalog } from '../../../src/adapters/catalog/load-catalog.ts'
import { PROVIDER_ADAPTERS } from '../../../src/infrastructure/resources/adapter-table.ts'
import type { Purpose } from '../../../src/infrastructure/config/production-needs.ts'
import { readProviderSettings, variablePrefix } from '../../../src/infrastructure/config/provider-settings.ts'

const packageDir = resolve(import.meta.dirname, '../../..')

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/x',
  PUBLIC_BASE_URL: 'https://api.example.com',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
}

const good = (env: Environment): Config => {
  const config = loadConfig(env, packageDir)
  if (isLeft(config)) throw new Error(config.left.map(describeProblem).join('\n'))
  return config.right
}

const problems = (env: Environment, purpose: Purpose = 'serve'): readonly ConfigProblem[] => {
  const config = loadConfig(env, packageDir, purpose)
  return isLeft(config) ? config.left : []
}

describe('configuration', () => {
  it('starts with no environment at all, on the embedded database with the sandbox', () => {
    const config = good({})
    expect(config).to.deep.include({ host: '127.0.0.1', port: 8080, redisUrl: null, sandbox: true, production: false })
    expect(config.database).to.deep.equal({ engine: 'pglite', dataDir: resolve('data') })
    expect(config.catalogFile).to.equal(resolve(packageDir, 'catalog.yaml'))
    expect(config.signupBonus).to.deep.equal({ RUB: 0n, TOKEN: 100_000_000n })
    expect(config.rates).to.deep.equal({
      perAccount: 60,
      perUser: 300,
      publicPerAddress: 600,
      signInPerAddress: 20,
      signInPerEmail: 10,
    })
  })

  it('gives no bonus and keeps the sandbox off in production', () => {
    const config = good(PRODUCTION)
    expect(config.signupBonus).to.deep.equal({ RUB: 0n, TOKEN: 0n })
    expect(config.sandbox).to.equal(false)
    expect(good({ ...PRODUCTION, SANDBOX: 'on' }).sandbox).to.equal(true)
    expect(good({ ...PRODUCTION, SIGNUP_BONUS_TOKEN: '3' }).signupBonus.TOKEN).to.equal(3_000_000n)
    expect(good({ SIGNUP_BONUS_TOKEN: '0' }).signupBonus.TOKEN).to.equal(0n)
  })

  it('gives no bonus by default where other machines reach it', () => {
    for (const env of [{ HOST: '0.0.0.0' }, { PUBLIC_BASE_URL: 'https://api.example.com' }]) {
      expect(good(env).signupBonus.TOKEN, JSON.stringify(env)).to.equal(0n)
    }
  })

  for (const word of ['Production', 'PRODUCTION', 'prod', 'production ,', 'staging', 'production;', 'dev']) {
    it(`refuses NODE_ENV=${word}, which is none of its three values`, () => {
      expect(problems({ NODE_ENV: word }).map(({ name }) => name)).to.deep.equal(['NODE_ENV'])
    })
  }

  it('refuses to serve production without PostgreSQL, a public address and a master key, and names all three', () => {
    const names = problems({ NODE_ENV: 'production' }).map(({ name }) => name)
    expect(names).to.deep.equal(['DATABASE_URL', 'PUBLIC_BASE_URL', 'MASTER_KEY'])
    for (const name of names) {
      const left = Object.fromEntries(Object.entries(PRODUCTION).filter(([each]) => each !== name))
      expect(problems(left).map((problem) => problem.name)).to.deep.equal([name])
    }
  })

  it('requires in production only the variables that a command needs', () => {
    const needs = (purpose: Purpose) => problems({ NODE_ENV: 'production' }, purpose).map(({ name }) => name)
    expect(needs('signing_keys')).to.deep.equal(['DATABASE_URL', 'MASTER_KEY'])
    expect(needs('database')).to.deep.equal(['DATABASE_URL'])
    expect(needs('offline')).to.deep.equal([])
  })

  it('serves production by http only where that is allowed', () => {
    const http = { ...PRODUCTION, PUBLIC_BASE_URL: 'http://api.example.com' }
    expect(problems(http).map(({ name }) => name)).to.deep.equal(['PUBLIC_BASE_URL'])
    expect(good({ ...http, ALLOW_HTTP: 'on' }).publicBaseUrl).to.equal('http://api.example.com')
    expect(good({ PUBLIC_BASE_URL: 'http://api.example.com' }).production).to.equal(false)
  })

  it('reads one or more master keys of 32 bytes in base64, and shows none of them', () => {
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 254)]
    const read = good({ MASTER_KEY: `${one.toString('base64')}, ${two.toString('base64url')}` }).masterKeys
    expect(read?.map((key) => Buffer.from(key))).to.deep.equal([one, two])
    const text = one.toString('base64')
    for (const bad of [text.slice(4), `${text}AAAA`, `${text},`, `${text},${text}`, one.toString('hex'), `!${text}`]) {
      const refused = problems({ MASTER_KEY: bad })
      expect(
        refused.map(({ name }) => name),
        bad,
      ).to.deep.equal(['MASTER_KEY'])
      expect(JSON.stringify(refused)).not.to.contain(bad.slice(0, 20))
    }
  })

  it('treats an empty or blank variable as an absent one', () => {
    expect(good({ PORT: '', DATABASE_URL: ' ', REDIS_URL: '', SANDBOX: '', LOG_LEVEL: '' })).to.deep.equal(good({}))
  })

  it('reads amounts exactly and drops the trailing slash of addresses', () => {
    const config = good({
      TOPUP_MIN: '0.000001',
      TOKEN_PRICE_RUB: '2.5',
      PUBLIC_BASE_URL: 'https://api.example.com/x/',
    })
    expect(config.topUp.minMicro).to.equal(1n)
    expect(config.topUp.tokenPriceMicroRub).to.equal(2_500_000n)
    expect(config.publicBaseUrl).to.equal('https://api.example.com/x')
  })

  it('lists every problem at once, each with its name and what is expected', () => {
    const found = problems({ PORT: '99999', LOG_LEVEL: 'loud', TOPUP_MAX: '1e3', SANDBOX: 'maybe', REDIS_URL: 'x' })
    expect(found.map(({ name }) => name)).to.have.members(['PORT', 'LOG_LEVEL', 'TOPUP_MAX', 'SANDBOX', 'REDIS_URL'])
    for (const problem of found) expect(describeProblem(problem)).to.match(/^[A-Z_]+: .+; expected .+/)
  })

  for (const [name, value] of [
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '0x10'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['RATE_LIMIT_PER_MINUTE', '1.5'],
    ['TOPUP_MIN', '-1'],
    ['TOPUP_MIN', '0'],
    ['SIGNUP_BONUS_RUB', '1,5'],
    ['PUBLIC_BASE_URL', 'ftp://x'],
    ['PUBLIC_BASE_URL', 'https://user:hunter2@x'],
    ['PUBLIC_APP_URL', 'https://hunter2@x'],
    ['PUBLIC_BASE_URL', 'https://x/?a=1'],
    ['PUBLIC_BASE_URL', 'https://x/v1/'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['DATABASE_URL', 'postgres://one:5432,two:x/db'],
    ['DATABASE_URL', 'postgres://u:12#34@db/x'],
    ['DATABASE_URL', 'postgres://u:12/34@db/x'],
    ['DATABASE_URL', 'postgres://u:1@2/34@db/x'],
    ['DATABASE_URL', 'postgres://u:12?34@db/x'],
    ['DATABASE_URL', 'postgres://u:1@2?34@db/x'],
    ['REDIS_URL', 'redis://:1@2?34@h:6379'],
    ['DATABASE_URL', 'postgres://u:100%@db/x'],
    ['DATABASE_URL', 'postgres://u:%ff@db/x'],
    ['REDIS_URL', 'redis://:12/34@h:6379'],
    ['REDIS_URL', 'redis://:50%off@h:6379'],
    ['SMTP_URL', 'smtp://u:12#34@mail:587'],
    ['REDIS_URL', 'redis://h:6379/0#1'],
    ['REDIS_URL', 'redis://h:6379/limits'],
    ['REDIS_URL', 'redis://h:6379?db=limits'],
    ['DATA_DIR', '"./data"'],
    ['HOST', "'127.0.0.1'"],
    ['METRICS_TOKEN', '"secret"'],
    ['HOST', 'a\nb'],
    ['REGISTRATION', 'maybe'],
    ['SANDBOX_PAYMENTS', 'sometimes'],
    ['SMTP_URL', 'http://mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Gateway <no-reply@example.org>, evil@example.org'],
    ['MAIL_FROM', 'Gateway <no-reply@example.org>\nBcc: evil@example.org'],
    ['GOOGLE_ISSUERS', 'https://a,,https://b'],
    ['GOOGLE_JWKS_URL', 'nowhere'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '127.0.0.1,10.0.0.0/33'],
    ['CORS_ORIGINS', 'app.example.com'],
    ['CORS_ORIGINS', 'https://app.example.com/'],
    ['CORS_ORIGINS', '*, nonsense'],
    ['CORS_ORIGINS', 'https://*.example.com'],
    ['YOOKASSA_NOTIFICATION_ADDRESSES', 'yookassa.ru'],
  ] as const) {
    it(`refuses ${name}=${JSON.stringify(value)}`, () => {
      expect(problems({ [name]: value }).map((problem) => problem.name)).to.deep.equal([name])
    })
  }

  it('refuses a largest top-up below the smallest', () => {
    expect(problems({ TOPUP_MIN: '10', TOPUP_MAX: '9' }).map(({ name }) => name)).to.deep.equal(['TOPUP_MAX'])
  })

  for (const [HOST, METRICS_HOST] of [
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['127.0.0.1', '::'],
    ['127.0.0.1', 'localhost'],
  ] as const) {
    it(`refuses the server's own port for the metrics on ${METRICS_HOST} beside ${HOST}`, () => {
      const found = problems({ HOST, PORT: '8181', METRICS_HOST, METRICS_PORT: '8181' })
      expect(found.map(({ name }) => name)).to.deep.equal(['METRICS_PORT'])
    })
  }

  it('takes one port for the server and the metrics on two addresses', () => {
    const apart = { HOST: '127.0.0.1', PORT: '8181', METRICS_HOST: '127.0.0.2', METRICS_PORT: '8181' }
    expect(good(apart).metrics?.port).to.equal(8181)
  })

  it('reserves money ahead for busy keys, unless RESERVATIONS=off', () => {
    expect([good({}).reservations, good({ RESERVATIONS: 'off' }).reservations]).to.deep.equal([true, false])
    const idle = good({ RESERVATIONS_IDLE_MS: '1000' })
    expect([good({}).reservationsIdleMs, idle.reservationsIdleMs]).to.deep.equal([10_000, 1_000])
  })

  it('accepts WORKER=off only where workers can do the work', () => {
    expect(good({}).worker).to.equal(true)
    expect(good({ WORKER: 'off', DATABASE_URL: 'postgres://u:p@db/x' }).worker).to.equal(false)
    expect(problems({ WORKER: 'off' }).map(({ name }) => name)).to.deep.equal(['WORKER'])
  })

  it('requires a sender where a mail server is set', () => {
    expect(problems({ SMTP_URL: 'smtp://mail' }).map(({ name }) => name)).to.deep.equal(['MAIL_FROM'])
    const { mail } = good({ SMTP_URL: 'smtp://mail', MAIL_FROM: 'Gateway <no-reply@example.org>' })
    expect(mail).to.deep.equal({ smtpUrl: 'smtp://mail', from: 'Gateway <no-reply@example.org>' })
    expect(good({}).mail.smtpUrl).to.equal(null)
  })

  it('sells top-ups through YooKassa with a shop id and a key, and refuses one without the other', () => {
    expect(good({}).paymentProviders).to.deep.equal([])
    const { paymentProviders } = good({ YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'k' })
    expect(paymentProviders.map(({ id, variable }) => [id, variable])).to.deep.equal([['yookassa', 'YOOKASSA_SHOP_ID']])
    const [gateway] = paymentProviders.map(({ open }) => open())
    expect(gateway).to.include({ provider: 'yookassa', acceptsTest: false })
    const isNotifier = (address: string) => gateway?.acceptsNotificationFrom(address)
    expect(['185.71.76.1', '2a02:5180::1', '127.0.0.1'].map(isNotifier)).to.deep.equal([true, true, false])
    expect(problems({ YOOKASSA_SHOP_ID: '1' }).map(({ name }) => name)).to.deep.equal(['YOOKASSA_SECRET_KEY'])
    expect(problems({ YOOKASSA_SECRET_KEY: 'k' }).map(({ name }) => name)).to.deep.equal(['YOOKASSA_SHOP_ID'])
  })

  it('trusts the proxies and admits the origins that are named, and none by default', () => {
    expect(good({}).trustedProxies('127.0.0.1')).to.equal(false)
    expect(good({}).corsOrigins).to.deep.equal([])
    const config = good({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8', CORS_ORIGINS: 'https://a.example.com, http://b:3000' })
    expect(config.trustedProxies('10.1.2.3')).to.equal(true)
    expect(config.corsOrigins).to.deep.equal(['https://a.example.com', 'http://b:3000'])
  })

  it('offers a social provider where there is a client id', () => {
    expect(good({})).to.deep.include({ google: null, yandex: null })
    const { google, yandex } = good({ GOOGLE_CLIENT_ID: 'g', YANDEX_CLIENT_ID: 'y', GOOGLE_ISSUERS: 'https://a, b' })
    expect(google).to.deep.include({ clientId: 'g', issuers: ['https://a', 'b'] })
    expect(yandex).to.deep.equal({
      clientId: 'y',
      userInfoUrl: 'https://login.yandex.ru/info',
      authorizeUrl: 'https://oauth.yandex.ru/authorize',
    })
  })

  it('takes a Redis with the number of a database, or with none', () => {
    for (const REDIS_URL of ['redis://h', 'redis://h:6379/', 'rediss://u:p@h/15', 'redis://h?db=3&family=6']) {
      expect(good({ REDIS_URL }).redisUrl).to.equal(REDIS_URL)
    }
  })

  it('says how a password is escaped in a URL that cannot be used, and does not repeat it', () => {
    const env = {
      DATABASE_URL: 'postgres://u:hunter2#@db/x',
      REDIS_URL: 'redis://u:hunter2/@x',
      SMTP_URL: 'smtp://u:hunter2%@x',
      MAIL_FROM: 'no-reply@example.org',
    }
    const found = problems(env).map(describeProblem)
    expect(found).to.have.length(3)
    for (const sentence of found) {
      expect(sentence).to.contain('# is %23, @ is %40, / is %2F, ? is %3F and % is %25')
      expect(sentence).not.to.contain('hunter2')
    }
    const escaped = 'postgres://u:%23%40%2F%3F%25@db/x?options=-c%20a%3Db'
    expect(good({ DATABASE_URL: escaped }).database).to.deep.equal({ engine: 'postgresql', url: escaped })
  })

  it('says of a value in quotes that it is expected without them', () => {
    expect(problems({ DATA_DIR: '"./data"' }).map(describeProblem)).to.deep.equal([
      'DATA_DIR: the value is in quotes; expected a directory, without quotes',
    ])
  })

  it('never repeats a secret in a problem', () => {
    const env = {
      DATABASE_URL: 'mysql://u:hunter2@db/x',
      REDIS_URL: 'http://:hunter2@x',
      PUBLIC_BASE_URL: 'ftp://u:hunter2@x',
    }
    const providers = readProviderSettings({ OPENAI_API_KEY: 'hunter2 with a space' }, ['openai'])
    const text = [...problems(env), ...(isLeft(providers) ? providers.left : [])].map(describeProblem).join('\n')
    expect(text.split('\n')).to.have.length(4)
    expect(text).to.not.contain('hunter2')
  })
})

describe('the place for files', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example.org/',
    S3_BUCKET: 'films',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  it('is a directory, or a bucket that is described whole', () => {
    expect(good({}).media).to.deep.equal({ store: 'file_system' })
    expect(good(s3).media).to.deep.equal({
      store: 's3',
      endpoint: 'https://s3.example.org',
      bucket: 'films',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    for (const bucket of ['s3://images', 'images/2026', 'my images']) {
      expect(problems({ ...s3, S3_BUCKET: bucket }).map(({ name }) => name)).to.deep.equal(['S3_BUCKET'])
    }
    const partly = loadConfig({ S3_BUCKET: 'films', S3_ACCESS_KEY_ID: 'id' }, packageDir)
    expect(isLeft(partly) && partly.left.map(({ name }) => name)).to.deep.equal(['S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY'])
  })

  it('has signing keys with distinct ids and long enough secrets, which no problem shows', () => {
    const [one, two] = ['a'.repeat(32), `b:${'c'.repeat(32)}`]
    expect(good({ MEDIA_SIGNING_KEYS: `new:${one}, old:${two}` }).mediaSigningKeys).to.deep.equal([
      { kid: 'new', secret: one },
      { kid: 'old', secret: two },
    ])
    for (const bad of [`k:${one},k:${two}`, 'k:short-secret', one, `k:${one},`]) {
      const refused = loadConfig({ MEDIA_SIGNING_KEYS: bad }, packageDir)
      expect(isLeft(refused), bad).to.equal(true)
      expect(JSON.stringify(refused)).not.to.contain(bad)
    }
  })
})

describe('provider settings', () => {
  it('are read under the upper-cased id, absent ones as null', () => {
    const env = { OPENAI_API_KEY: 'sk-1', MY_VLLM_BASE_URL: 'http://127.0.0.1:8000/v1/', DEEPSEEK_API_KEY: '' }
    const settings = readProviderSettings(env, ['openai', 'my-vllm', 'deepseek'])
    if (!isRight(settings)) throw new Error('refused')
    expect([...settings.right]).to.deep.equal([
      ['openai', { apiKey: 'sk-1', baseUrl: null }],
      ['my-vllm', { apiKey: null, baseUrl: 'http://127.0.0.1:8000/v1' }],
      ['deepseek', { apiKey: null, baseUrl: null }],
    ])
  })

  it('lists every problem of every provider', () => {
    const settings = readProviderSettings({ A_API_KEY: 'a b', B_BASE_URL: 'nowhere' }, ['a', 'b'])
    expect(isLeft(settings) && settings.left.map(({ name }) => name)).to.deep.equal(['A_API_KEY', 'B_BASE_URL'])
  })
})

describe('.env.example', () => {
  const documented = new Map(
    [...readFileSync(resolve(packageDir, '.env.example'), 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  )
  const ofProviders = (name: string): boolean => /_(API_KEY|BASE_URL)$/.test(name) && !Object.hasOwn(VARIABLES, name)

  it('documents every variable with its default', () => {
    const defaults = Object.entries(VARIABLES).map(([name, { fallback }]) => [name, fallback ?? ''])
    expect([...documented].filter(([name]) => !ofProviders(name))).to.have.deep.members(defaults)
  })

  it('documents the credentials of every provider of the catalogue, and of no other', () => {
    const catalog = loadCatalog(readFileSync(resolve(packageDir, 'catalog.yaml'), 'utf8'), PROVIDER_ADAPTERS)
    if (isLeft(catalog)) throw new Error('the catalogue does not load')
    const remote = catalog.right.providers.filter(({ adapter }) => !adapter.isInProcess)
    const names = remote.flatMap(({ id }) => [`${variablePrefix(id)}_API_KEY`, `${variablePrefix(id)}_BASE_URL`])
    expect([...documented.keys()].filter(ofProviders)).to.have.members(names)
  })

  it('can be taken as it is', () => {
    const asSet = Object.fromEntries(documented)
    expect(good(asSet)).to.deep.equal(good({}))
    expect(isRight(readProviderSettings(asSet, ['openai', 'vllm']))).to.equal(true)
  })
})
