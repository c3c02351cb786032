import { MAX_REQUESTS_PER_MINUTE } from '../../domain/limits/admission-rates.ts'
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
  codec: wholeNumber(1, MAX_REQUESTS_PER_MINUTE),
  fallback,
  expected: `a whole number of requests from 1 to ${MAX_REQUESTS_PER_MINUTE}`,
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

/** A variable that is no secret. */
const variable = <A>(codec: Variable<A>['codec'], fallback: string | null, expected: string): Variable<A> => ({
  codec,
  fallback,
  expected,
})

/**
 * Every variable the program reads, apart from `<PROVIDER>_API_KEY` and `<PROVIDER>_BASE_URL`, whose names
 * come from the catalogue. `.env.example` says the same to people, and a test holds the two together.
 */
export const VARIABLES = {
  PORT: variable(wholeNumber(0, 65_535), '8080', 'a port from 0 (any free one) to 65535'),
  HOST: variable(anyText, '127.0.0.1', 'a host name or address to listen on'),
  PUBLIC_BASE_URL: variable(
    serviceUrl,
    null,
    'an http:// or https:// address without user, password and query, and without /v1 at its end',
  ),
  TRUST_PROXY: variable(addresses, null, 'addresses and networks separated by commas, such as 127.0.0.1,10.0.0.0/8'),
  CORS_ORIGINS: variable(originList, null, 'origins separated by commas, such as https://app.example.com, or *'),
  NODE_ENV: variable(exactly(ENVIRONMENTS), 'development', `exactly one of ${ENVIRONMENTS.join(', ')}`),
  ALLOW_HTTP: variable(onOff, 'off', 'on or off'),
  MASTER_KEY: {
    codec: masterKeys,
    fallback: null,
    expected: '32 bytes in base64, such as `openssl rand -base64 32` prints; several with commas between them',
    secret: true,
  },
  RESERVATIONS: variable(onOff, 'on', 'on or off'),
  RESERVATIONS_IDLE_MS: milliseconds('10000'),
  WORKER: variable(onOff, 'on', 'on or off'),
  METRICS_PORT: variable(wholeNumber(0, 65_535), null, 'a port from 0 (any free one) to 65535'),
  METRICS_HOST: variable(anyText, '127.0.0.1', 'a host name or address to listen on'),
  METRICS_TOKEN: { codec: apiKey, fallback: null, expected: 'a text without spaces', secret: true },
  LEDGER_AUDIT_EVERY_MINUTES: variable(wholeNumber(0, 10_080), '60', 'whole minutes from 0 (never) to 10080'),
  CONSOLE: variable(onOff, 'on', 'on or off'),
  LOG_LEVEL: variable(oneOf(LOG_LEVELS), 'info', `one of ${LOG_LEVELS.join(', ')}`),

  DATA_DIR: variable(anyText, './data', 'a directory'),
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

  CATALOG_FILE: variable(anyText, './catalog.yaml', 'a file, relative to the package'),
  SANDBOX: variable(onOff, null, 'on or off'),
  SANDBOX_PAYMENTS: variable(onOff, null, 'on or off'),
  REGISTRATION: variable(oneOf(['open', 'closed'] as const), 'open', 'open or closed'),
  UPSTREAM_CONNECT_TIMEOUT_MS: milliseconds('5000'),
  UPSTREAM_IDLE_TIMEOUT_MS: milliseconds('120000'),
  UPSTREAM_TIMEOUT_MS: milliseconds('600000'),

  MEDIA_SIGNING_KEYS: {
    codec: namedSecrets,
    fallback: null,
    expected: 'one or more id:secret with commas between them, each secret of at least 32 characters',
    secret: true,
  },
  S3_ENDPOINT: variable(baseUrl, null, BASE_URL),
  S3_BUCKET: variable(bucketName, null, 'the name of a bucket alone, without s3:// and without a path'),
  S3_REGION: variable(anyText, 'us-east-1', 'the name of a region'),
  S3_ACCESS_KEY_ID: { codec: apiKey, fallback: null, expected: 'a key id without spaces', secret: true },
  S3_SECRET_ACCESS_KEY: { codec: apiKey, fallback: null, expected: 'a key without spaces', secret: true },
  VIDEO_KEEP_DAYS: variable(wholeNumber(1, 3650), '30', 'whole days from 1 to 3650'),
  RESPONSES_RETENTION_DAYS: variable(wholeNumber(0, 3650), '30', 'whole days from 0 to 3650; 0 stores none'),
  RESPONSES_QUOTA_MB: variable(wholeNumber(100, 1_000_000), '1000', 'whole megabytes from 100 to 1000000'),
  PUBLIC_APP_URL: variable(publicUrl, null, 'an http:// or https:// address without user, password and query'),
  SMTP_URL: {
    codec: connectionUrl('smtp:', 'smtps:'),
    fallback: null,
    expected: `a URL like smtp://user:password@host:587; ${ESCAPES}`,
    secret: true,
  },
  MAIL_FROM: variable(mailbox, null, 'an address such as no-reply@example.com or Gateway <no-reply@example.com>'),
  GOOGLE_CLIENT_ID: variable(apiKey, null, 'the client id of this service at Google'),
  GOOGLE_ISSUERS: variable(words, 'https://accounts.google.com,accounts.google.com', 'issuers separated by commas'),
  GOOGLE_JWKS_URL: variable(baseUrl, 'https://www.googleapis.com/oauth2/v3/certs', BASE_URL),
  GOOGLE_AUTHORIZE_URL: variable(baseUrl, 'https://accounts.google.com/o/oauth2/v2/auth', BASE_URL),
  YANDEX_CLIENT_ID: variable(apiKey, null, 'the client id of this service at Yandex'),
  YANDEX_USERINFO_URL: variable(baseUrl, 'https://login.yandex.ru/info', BASE_URL),
  YANDEX_AUTHORIZE_URL: variable(baseUrl, 'https://oauth.yandex.ru/authorize', BASE_URL),

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
