import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Config } from './config.ts'
import type { ConfigProblem } from './config-problem.ts'
import { isLoopbackHost, isLoopbackUrl } from './loopback.ts'

/** Who sells top-ups here. `reason` says why no one does, in words for the log. */
export type Payments =
  | { readonly provider: 'yookassa' }
  | { readonly provider: 'sandbox' }
  | { readonly provider: 'none'; readonly reason: string }

type Settings = Pick<Config, 'production' | 'yookassa' | 'host' | 'publicBaseUrl' | 'database' | 'sandboxPayments'>

/** Why money of the sandbox could be spent on something real, or be taken by strangers; empty where it cannot. */
const dangers = (config: Settings, vendors: readonly string[]): readonly string[] => [
  ...(config.production ? ['NODE_ENV is production'] : []),
  ...(vendors.length > 0 ? [`these providers are paid for what they do: ${vendors.join(', ')}`] : []),
  ...(config.publicBaseUrl?.startsWith('https:') === true ? ['PUBLIC_BASE_URL is an https:// address'] : []),
  ...(isLoopbackHost(config.host) ? [] : [`HOST=${config.host} can be reached from other machines`]),
  ...(config.yookassa === null ? [] : ['YOOKASSA_SHOP_ID names a real payment provider']),
]

/** Where nothing was said, the sandbox sells on the plain embedded default alone. */
const reservations = (config: Settings): readonly string[] => [
  ...(config.database.engine === 'pglite' ? [] : ['DATABASE_URL is set']),
  ...(isLoopbackUrl(config.publicBaseUrl) ? [] : ['PUBLIC_BASE_URL is the address of another machine']),
]

/**
 * Sandbox payments credit real wallets for nothing, so they are on only where they can harm no one (contract 11).
 * `vendors` are the ids of the providers that can be called, the sandbox aside.
 */
export const decidePayments = (
  config: Settings,
  vendors: readonly string[],
): Either<readonly ConfigProblem[], Payments> => {
  const found = dangers(config, vendors)
  if (config.sandboxPayments === true && found.length > 0) {
    return left(
      found.map((danger) => ({ name: 'SANDBOX_PAYMENTS', found: 'it is on', expected: `off, because ${danger}` })),
    )
  }
  if (config.yookassa !== null) return right({ provider: 'yookassa' })
  if (config.sandboxPayments === true) return right({ provider: 'sandbox' })
  if (config.sandboxPayments === false) return right({ provider: 'none', reason: 'SANDBOX_PAYMENTS is off' })
  const reasons = [...found, ...reservations(config)]
  return right(reasons.length === 0 ? { provider: 'sandbox' } : { provider: 'none', reason: reasons.join('; ') })
}
