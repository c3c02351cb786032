import type { Variable } from './environment-variable.ts'
import {
  addresses,
  amountMicro,
  anyText,
  apiKey,
  BASE_URL,
  baseUrl,
  bucketName,
  connectionUrl,
  databaseUrl,
  exactly,
  mailbox,
  masterKeys,
  namedSecrets,
  oneOf,
  onOff,
  originList,
  publicUrl,
  redisUrl,
  serviceUrl,
  wholeNumber,
  words,
} from './config-codecs.ts'
import { PAYMENT_VARIABLES } from './payment-providers.ts'
import { TRACING_VARIABLES } from './tracing-settings.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const ENVIRONMENTS = ['production', 'development', 'test'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Ends the description of a URL that carries a password. */
const ESCAPES = 'in its password # is %23, @ is %40, / is %2F, ? is %3F and % is %25'

const perMinute = (fallback: string): Variable<number> => ({
  codec: wholeNumber(1, 1_000_000),
  fallback,
  expected: 'a whole number of requests from 1 to 1000000',
})

const milliseconds = (fallback: string): Variable<number> => ({
  codec: wholeNumber(1, 3_600_000),
  fallback,
  expected: 'whole milliseconds from 1 to 3600000',
})

const amount = (fallback: string | null, leastMicro: bigint): Variable<bigint> => ({
  codec: amountMicro(leastMicro),
  fallback,
  expected: `a decimal amount${leastMicro > 0n ? ' above 0' : ' of 0 or more'}, such as 100 or 12.50`,
})

const text = <A>(codec: Variable<A>['codec'], fallback: string | null, expected: string): Variable<A> => ({
  codec,
  fallback,
  expected,
})

/**
 * Every variable the program reads, apart from `<PROVIDER>_API_KEY` and `<PROVIDER>_BASE_URL`, whose names
 * come from the catalogue. `.env.example` says the same to people, and a test holds the two together.
 */
export const VARIABLES = {
  PORT: text(wholeNumber(0, 65_535), '8080', 'a port from 0 (any free one) to 65535'),
  HOST: text(anyText, '127.0.0.1', 'a host name or address to listen on'),
  PUBLIC_BASE_URL: text(
    serviceUrl,
    null,
    'an http:// or https:// address without user, password and query, and without /v1 at its end',
  ),
  TRUST_PROXY: text(addresses, null, 'addresses and networks separated by commas, such as 127.0.0.1,10.0.0.0/8'),
  CORS_ORIGINS: text(originList, null, 'origins separated by commas, such as https://app.example.com, or *'),
  NODE_ENV: text(exactly(ENVIRONMENTS), 'development', `exactly one of ${ENVIRONMENTS.join(', ')}`),
  ALLOW_HTTP: text(onOff, 'off', 'on or off'),
  MASTER_KEY: {
    codec: masterKeys,
    fallback: null,
    expected: '32 bytes in base64, such as `openssl rand -base64 32` prints; several with commas between them',
    secret: true,
  },
  RESERVATIONS: text(onOff, 'on', 'on or off'),
  RESERVATIONS_IDLE_MS: milliseconds('10000'),
  WORKER: text(onOff, 'on', 'on or off'),
  METRICS_PORT: text(wholeNumber(0, 65_535), null, 'a port from 0 (any free one) to 65535'),
  METRICS_HOST: text(anyText, '127.0.0.1', 'a host name or address to listen on'),
  METRICS_TOKEN: { codec: apiKey, fallback: null, expected: 'a text without spaces', secret: true },
  LEDGER_AUDIT_EVERY_MINUTES: text(wholeNumber(0, 10_080), '60', 'whole minutes from 0 (never) to 10080'),
  CONSOLE: text(onOff, 'on', 'on or off'),
  LOG_LEVEL: text(oneOf(LOG_LEVELS), 'info', `one of ${LOG_LEVELS.join(', ')}`),

  DATA_DIR: text(anyText, './data', 'a directory'),
  DATABASE_URL: {
    codec: databaseUrl,
    fallback: null,
    expected: `a URL like postgres://user:password@host:5432/database, or with several hosts, host1,host2:5433; ${ESCAPES}`,
    secret: true,
  },
  REDIS_URL: {
    codec: redisUrl,
    fallback: null,
    expected: `a URL like redis://host:6379 or rediss://user:password@host:6379, with /1 at its end for database 1; ${ESCAPES}`,
    secret: true,
  },

  CATALOG_FILE: text(anyText, './catalog.yaml', 'a file, relative to the package'),
  SANDBOX: text(onOff, null, 'on or off'),
  SANDBOX_PAYMENTS: text(onOff, null, 'on or off'),
  REGISTRATION: text(oneOf(['open', 'closed'] as const), 'open', 'open or closed'),
  UPSTREAM_CONNECT_TIMEOUT_MS: milliseconds('5000'),
  UPSTREAM_IDLE_TIMEOUT_MS: milliseconds('120000'),
  UPSTREAM_TIMEOUT_MS: milliseconds('600000'),

  MEDIA_SIGNING_KEYS: {
    codec: namedSecrets,
    fallback: null,
    expected: 'one or more id:secret with commas between them, each secret of at least 32 characters',
    secret: true,
  },
  S3_ENDPOINT: text(baseUrl, null, BASE_URL),
  S3_BUCKET: text(bucketName, null, 'the name of a bucket alone, without s3:// and without a path'),
  S3_REGION: text(anyText, 'us-east-1', 'the name of a region'),
  S3_ACCESS_KEY_ID: { codec: apiKey, fallback: null, expected: 'a key id without spaces', secret: true },
  S3_SECRET_ACCESS_KEY: { codec: apiKey, fallback: null, expected: 'a key without spaces', secret: true },
  VIDEO_KEEP_DAYS: text(wholeNumber(1, 3650), '30', 'whole days from 1 to 3650'),
  RESPONSES_RETENTION_DAYS: text(wholeNumber(0, 3650), '30', 'whole days from 0 to 3650; 0 stores none'),
  RESPONSES_QUOTA_MB: text(wholeNumber(100, 1_000_000), '1000', 'whole megabytes from 100 to 1000000'),
  PUBLIC_APP_URL: text(publicUrl, null, 'an http:// or https:// address without user, password and query'),
  SMTP_URL: {
    codec: connectionUrl('smtp:', 'smtps:'),
    fallback: null,
    expected: `a URL like smtp://user:password@host:587; ${ESCAPES}`,
    secret: true,
  },
  MAIL_FROM: text(mailbox, null, 'an address such as no-reply@example.com or Gateway <no-reply@example.com>'),
  GOOGLE_CLIENT_ID: text(apiKey, null, 'the client id of this service at Google'),
  GOOGLE_ISSUERS: text(words, 'https://accounts.google.com,accounts.google.com', 'issuers separated by commas'),
  GOOGLE_JWKS_URL: text(baseUrl, 'https://www.googleapis.com/oauth2/v3/certs', BASE_URL),
  GOOGLE_AUTHORIZE_URL: text(baseUrl, 'https://accounts.google.com/o/oauth2/v2/auth', BASE_URL),
  YANDEX_CLIENT_ID: text(apiKey, null, 'the client id of this service at Yandex'),
  YANDEX_USERINFO_URL: text(baseUrl, 'https://login.yandex.ru/info', BASE_URL),
  YANDEX_AUTHORIZE_URL: text(baseUrl, 'https://oauth.yandex.ru/authorize', BASE_URL),

  RATE_LIMIT_PER_MINUTE: perMinute('60'),
  AUTH_RATE_LIMIT_PER_MINUTE: perMinute('20'),
  AUTH_RATE_LIMIT_PER_EMAIL_PER_MINUTE: perMinute('10'),
  ACCOUNT_RATE_LIMIT_PER_MINUTE: perMinute('300'),
  PUBLIC_RATE_LIMIT_PER_MINUTE: perMinute('600'),

  SIGNUP_BONUS_RUB: amount('0', 0n),
  SIGNUP_BONUS_TOKEN: amount(null, 0n),
  TOPUP_MIN: amount('1', 1n),
  TOPUP_MAX: amount('1000000', 1n),
  TOKEN_PRICE_RUB: amount('1', 1n),

  ...PAYMENT_VARIABLES,
  ...TRACING_VARIABLES,
} as const
