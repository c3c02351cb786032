import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { PaymentGateway, PaymentGateways, ProviderNotConfigured } from '../../ports/billing/payment-gateway.ts'

/** Files the gateways under their ids, in this order. Throws where two have one id: a top-up would name both. */
export const paymentGateways = (gateways: readonly PaymentGateway[]): PaymentGateways => {
  const byProvider = new Map(gateways.map((gateway) => [gateway.provider, gateway]))
  if (byProvider.size !== gateways.length) throw new Error('two payment providers have the same id')
  return byProvider
}

/** The gateway of the provider that took a top-up. */
export const gatewayOf = (
  payments: PaymentGateways,
  { provider }: { readonly provider: string },
): Either<ProviderNotConfigured, PaymentGateway> => {
  const gateway = payments.get(provider)
  return gateway === undefined ? left({ tag: 'payment_provider_not_configured', provider }) : right(gateway)
}

/** The gateway that takes new top-ups; null if no provider is configured. */
export const gatewayForNewTopUps = (payments: PaymentGateways): PaymentGateway | null => {
  for (const gateway of payments.values()) return gateway
  return null
}
