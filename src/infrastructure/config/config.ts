import { resolve } from 'node:path'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Registration } from '../../application/accounts/registration/self-register.ts'
import { emptyAddressList } from '../../adapters/http/request/client-address.ts'
import type { AddressList } from '../../adapters/http/request/client-address.ts'
import type { AdmissionRates } from '../../domain/limits/admission-rates.ts'
import { MICRO_PER_UNIT } from '../../domain/money/money.ts'
import type { Currency } from '../../domain/money/money.ts'
import type { MasterKey, NamedSecret } from './config-codecs.ts'
import type { ConfigProblem } from './config-problem.ts'
import { VARIABLES } from './config-variables.ts'
import type { LogLevel } from './config-variables.ts'
import { contradictions } from './contradictions.ts'
import { present, readVariable } from './environment-variable.ts'
import type { Environment, Variable } from './environment-variable.ts'
import { isLoopbackHost, isLoopbackUrl } from './loopback.ts'
import { missingInProduction } from './production-needs.ts'
import type { Purpose } from './production-needs.ts'
import type { ConfiguredPaymentProvider } from './payment-provider.ts'
import { configuredPaymentProviders } from './payment-providers.ts'
import { tracingConfig } from './tracing-settings.ts'
import type { TracingConfig } from './tracing-settings.ts'
import type { Values } from './values.ts'

/** Where rows live. The embedded engine belongs to one process at a time and does not survive a power cut. */
export type DatabaseConfig =
  | { readonly engine: 'pglite'; readonly dataDir: string }
  | { readonly engine: 'postgresql'; readonly url: string }

/** Where files live: in `dataDir`, or in an S3-compatible bucket that all instances share. */
type MediaStoreConfig =
  | { readonly store: 'file_system' }
  | {
      readonly store: 's3'
      readonly endpoint: string
      readonly bucket: string
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

export interface MetricsConfig {
  readonly host: string
  /** 0 asks the system for a free port. */
  readonly port: number
  /** What a reader presents as a bearer token; null: nothing. */
  readonly token: string | null
  /** 0: the ledger is not audited by itself. */
  readonly auditEveryMinutes: number
}

export interface Config {
  readonly host: string
  /** 0 asks the system for a free port. */
  readonly port: number
  /** No trailing slash. Null until the address that was really bound is known. */
  readonly publicBaseUrl: string | null
  /** Peers whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: AddressList
  /** Origins whose pages may call from a browser. */
  readonly corsOrigins: readonly string[]
  readonly production: boolean
  /** Whether browsers get the web console at `/`. */
  readonly console: boolean
  /** What wraps the secrets of the database: the first wraps, all unwrap. Null: not configured. */
  readonly masterKeys: readonly MasterKey[] | null
  readonly logLevel: LogLevel
  /** Where the metrics of this process are read; null: nowhere, and nothing is measured. */
  readonly metrics: MetricsConfig | null
  /** Null: nothing is traced. */
  readonly tracing: TracingConfig | null
  /** Whether a server does the work of the installation itself; else workers beside it do. */
  readonly worker: boolean
  /**
   * Whether calls of busy keys are admitted against money that is reserved ahead; else each takes a hold of its own.
   */
  readonly reservations: boolean
  /** A key that has made no call for so long gives back what is reserved for it. */
  readonly reservationsIdleMs: number
  /** Absolute. Files live here whatever the database is. */
  readonly dataDir: string
  readonly database: DatabaseConfig
  /** Null: limits are counted in this process's memory. */
  readonly redisUrl: string | null
  /** Absolute. */
  readonly catalogFile: string
  /** Whether the scripted upstream is on offer. */
  readonly sandbox: boolean
  /** Whether the sandbox sells top-ups for nothing; null: `sandbox-payments.ts` decides where that is harmless. */
  readonly sandboxPayments: boolean | null
  /** Whether any client may open an account, or operators alone. */
  readonly registration: Registration
  readonly upstream: {
    readonly connectTimeoutMs: number
    readonly idleTimeoutMs: number
    /** The longest a whole call may take. */
    readonly totalTimeoutMs: number
  }
  readonly media: MediaStoreConfig
  /** The first one signs; null: a secret of the installation's own database does. */
  readonly mediaSigningKeys: readonly NamedSecret[] | null
  /** How long a finished video can be downloaded. */
  readonly videoKeepDays: number
  /** How long a response can be read and continued; 0: responses are not stored. */
  readonly responsesRetentionDays: number
  /** The most that the stored responses of one account may take. */
  readonly responsesQuotaBytes: number
  /** Where links in mail lead; null: to `publicBaseUrl`. No trailing slash. */
  readonly publicAppUrl: string | null
  /** `smtpUrl` null: mail messages are files in the data directory. */
  readonly mail: { readonly smtpUrl: string | null; readonly from: string }
  /** Null: the provider is not offered. */
  readonly google: {
    readonly clientId: string
    readonly issuers: readonly string[]
    readonly jwksUrl: string
    readonly authorizeUrl: string
  } | null
  readonly yandex: { readonly clientId: string; readonly userInfoUrl: string; readonly authorizeUrl: string } | null
  readonly rates: AdmissionRates
  /** Micro-units given to every new account. */
  readonly signupBonus: Readonly<Record<Currency, bigint>>
  /** In order of preference: the first takes new top-ups. */
  readonly paymentProviders: readonly ConfiguredPaymentProvider[]
  /** `tokenPriceMicroRub`: what one token costs, in micro-roubles. */
  readonly topUp: { readonly minMicro: bigint; readonly maxMicro: bigint; readonly tokenPriceMicroRub: bigint }
}

/** The embedded default is a demonstration: its accounts begin with tokens to try things with (contract 1). */
const EMBEDDED_BONUS_MICRO = 100n * MICRO_PER_UNIT

/** A service that other machines reach gives nothing away unless the operator configures it. */
const tokenBonusOf = (values: Values): bigint => {
  const isDemonstration =
    values.DATABASE_URL === null &&
    values.NODE_ENV !== 'production' &&
    isLoopbackHost(present(values.HOST)) &&
    isLoopbackUrl(values.PUBLIC_BASE_URL)
  return values.SIGNUP_BONUS_TOKEN ?? (isDemonstration ? EMBEDDED_BONUS_MICRO : 0n)
}

const readAll = (env: Environment): { readonly values: Values; readonly problems: readonly ConfigProblem[] } => {
  const problems: ConfigProblem[] = []
  const entries = Object.entries<Variable<unknown>>(VARIABLES).map(([name, variable]) => {
    const value = readVariable(env, name, variable)
    if (isLeft(value)) problems.push(value.left)
    return [name, isLeft(value) ? null : value.right] as const
  })
  // The table names each codec, so the keys and types are those of `Values`; a loop cannot show the compiler.
  return { values: Object.fromEntries(entries) as Values, problems }
}

const mediaOf = (values: Values): MediaStoreConfig =>
  values.S3_ENDPOINT === null
    ? { store: 'file_system' }
    : {
        store: 's3',
        endpoint: values.S3_ENDPOINT,
        bucket: present(values.S3_BUCKET),
        region: present(values.S3_REGION),
        accessKeyId: present(values.S3_ACCESS_KEY_ID),
        secretAccessKey: present(values.S3_SECRET_ACCESS_KEY),
      }

/** Stands in mail that never leaves this machine. */
const LOCAL_SENDER = 'gateway@localhost.localdomain'

const metricsOf = (values: Values): MetricsConfig | null =>
  values.METRICS_PORT === null
    ? null
    : {
        port: values.METRICS_PORT,
        host: present(values.METRICS_HOST),
        token: values.METRICS_TOKEN,
        auditEveryMinutes: present(values.LEDGER_AUDIT_EVERY_MINUTES),
      }

const socialOf = (values: Values): Pick<Config, 'google' | 'yandex'> => {
  const { GOOGLE_CLIENT_ID: google, YANDEX_CLIENT_ID: yandex } = values
  const [issuers, jwksUrl] = [present(values.GOOGLE_ISSUERS), present(values.GOOGLE_JWKS_URL)]
  return {
    google:
      google === null
        ? null
        : { clientId: google, issuers, jwksUrl, authorizeUrl: present(values.GOOGLE_AUTHORIZE_URL) },
    yandex:
      yandex === null
        ? null
        : {
            clientId: yandex,
            userInfoUrl: present(values.YANDEX_USERINFO_URL),
            authorizeUrl: present(values.YANDEX_AUTHORIZE_URL),
          },
  }
}

/**
 * Reads the whole configuration or lists everything that is wrong with it.
 * `packageDir` is where the catalogue is looked for, the working directory where data goes. `purpose` says what the
 * process is going to do: production needs some variables only for some purposes.
 */
export const loadConfig = (
  env: Environment,
  packageDir: string,
  purpose: Purpose = 'serve',
): Either<readonly ConfigProblem[], Config> => {
  const { values, problems } = readAll(env)
  const all = [...problems, ...contradictions(values, env), ...missingInProduction(values, env, purpose)]
  if (all.length > 0) return left(all)
  const dataDir = resolve(present(values.DATA_DIR))
  const production = values.NODE_ENV === 'production'
  return right({
    host: present(values.HOST),
    port: present(values.PORT),
    publicBaseUrl: values.PUBLIC_BASE_URL,
    trustedProxies: values.TRUST_PROXY ?? emptyAddressList,
    corsOrigins: values.CORS_ORIGINS ?? [],
    production,
    masterKeys: values.MASTER_KEY,
    logLevel: present(values.LOG_LEVEL),
    metrics: metricsOf(values),
    tracing: tracingConfig(values),
    worker: present(values.WORKER),
    reservations: present(values.RESERVATIONS),
    reservationsIdleMs: present(values.RESERVATIONS_IDLE_MS),
    dataDir,
    database:
      values.DATABASE_URL === null ? { engine: 'pglite', dataDir } : { engine: 'postgresql', url: values.DATABASE_URL },
    redisUrl: values.REDIS_URL,
    catalogFile: resolve(packageDir, present(values.CATALOG_FILE)),
    sandbox: values.SANDBOX ?? !production,
    sandboxPayments: values.SANDBOX_PAYMENTS,
    registration: present(values.REGISTRATION),
    console: present(values.CONSOLE),
    upstream: {
      connectTimeoutMs: present(values.UPSTREAM_CONNECT_TIMEOUT_MS),
      idleTimeoutMs: present(values.UPSTREAM_IDLE_TIMEOUT_MS),
      totalTimeoutMs: present(values.UPSTREAM_TIMEOUT_MS),
    },
    media: mediaOf(values),
    mediaSigningKeys: values.MEDIA_SIGNING_KEYS,
    videoKeepDays: present(values.VIDEO_KEEP_DAYS),
    responsesRetentionDays: present(values.RESPONSES_RETENTION_DAYS),
    responsesQuotaBytes: present(values.RESPONSES_QUOTA_MB) * 1_000_000,
    publicAppUrl: values.PUBLIC_APP_URL,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? LOCAL_SENDER },
    ...socialOf(values),
    rates: {
      perAccount: present(values.RATE_LIMIT_PER_MINUTE),
      perUser: present(values.ACCOUNT_RATE_LIMIT_PER_MINUTE),
      publicPerAddress: present(values.PUBLIC_RATE_LIMIT_PER_MINUTE),
      signInPerAddress: present(values.AUTH_RATE_LIMIT_PER_MINUTE),
      signInPerEmail: present(values.AUTH_RATE_LIMIT_PER_EMAIL_PER_MINUTE),
    },
    signupBonus: {
      RUB: present(values.SIGNUP_BONUS_RUB),
      TOKEN: tokenBonusOf(values),
    },
    paymentProviders: configuredPaymentProviders(values),
    topUp: {
      minMicro: present(values.TOPUP_MIN),
      maxMicro: present(values.TOPUP_MAX),
      tokenPriceMicroRub: present(values.TOKEN_PRICE_RUB),
    },
  })
}
