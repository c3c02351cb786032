import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { sandboxPaymentGateway } from '../../adapters/payments/sandbox-payment-gateway.ts'
import type { Config } from './config.ts'
import type { ConfigProblem } from './config-problem.ts'
import { isLoopbackHost, isLoopbackUrl } from './loopback.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** Who sells top-ups here. */
export interface OfferedPayments {
  /** In order of preference: the first takes new top-ups. Empty: none are sold. */
  readonly providers: readonly PaymentProvider[]
  /** Why no top-ups are sold, in words for the log; null if they are. */
  readonly reason: string | null
}

type Settings = Pick<
  Config,
  'production' | 'paymentProviders' | 'host' | 'publicBaseUrl' | 'database' | 'sandboxPayments'
>

const SANDBOX: OfferedPayments = { providers: [{ id: 'sandbox', open: sandboxPaymentGateway }], reason: null }

const notSold = (reason: string): OfferedPayments => ({ providers: [], reason })

/** Why money of the sandbox could buy something real, or be taken from another machine; empty where it cannot. */
const dangers = (config: Settings, paidProviders: readonly string[]): readonly string[] => [
  ...(config.production ? ['NODE_ENV is production'] : []),
  ...(paidProviders.length > 0 ? [`these providers are paid for what they do: ${paidProviders.join(', ')}`] : []),
  ...(config.publicBaseUrl?.startsWith('https:') === true ? ['PUBLIC_BASE_URL is an https:// address'] : []),
  ...(isLoopbackHost(config.host) ? [] : [`HOST=${config.host} can be reached from other machines`]),
  ...config.paymentProviders.map(({ variable }) => `${variable} names a real payment provider`),
]

/** Why the sandbox does not sell where SANDBOX_PAYMENTS is unset: that is for a trial on one machine alone. */
const objections = (config: Settings): readonly string[] => [
  ...(config.database.engine === 'pglite' ? [] : ['DATABASE_URL is set']),
  ...(isLoopbackUrl(config.publicBaseUrl) ? [] : ['PUBLIC_BASE_URL is the address of another machine']),
]

/**
 * Sandbox payments credit real wallets for nothing, so they are on only where they do no harm (contract 11).
 * `paidProviders` are the ids of the providers that can be called, the sandbox aside.
 */
export const decidePayments = (
  config: Settings,
  paidProviders: readonly string[],
): Either<readonly ConfigProblem[], OfferedPayments> => {
  const found = dangers(config, paidProviders)
  if (config.sandboxPayments === true && found.length > 0) {
    return left(
      found.map((danger) => ({ name: 'SANDBOX_PAYMENTS', found: 'it is on', expected: `off, because ${danger}` })),
    )
  }
  if (config.paymentProviders.length > 0) return right({ providers: config.paymentProviders, reason: null })
  if (config.sandboxPayments === true) return right(SANDBOX)
  if (config.sandboxPayments === false) return right(notSold('SANDBOX_PAYMENTS is off'))
  const reasons = [...found, ...objections(config)]
  return right(reasons.length === 0 ? SANDBOX : notSold(reasons.join('; ')))
}
