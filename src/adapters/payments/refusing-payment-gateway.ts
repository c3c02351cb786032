import { left } from 'fp-ts/lib/Either.js'
import type { PaymentGateway } from '../../application/ports/payment-gateway.ts'

/** Stands where no provider is configured and the sandbox may not be: in production money is never given away. */
export const refusingPaymentGateway = (): PaymentGateway => {
  const refusal = () => Promise.resolve(left({ tag: 'payment_refused', message: 'no payment provider' } as const))
  // The same request succeeds once a provider is configured, so its key must stay free.
  const create = () => Promise.resolve(left({ tag: 'payment_unavailable', message: 'no payment provider' } as const))
  return { provider: 'none', acceptsTest: false, confirmsAtOnce: false, create, fetch: refusal, refund: refusal }
}
