import type { ConfigProblem } from './config-problem.ts'
import type { ValuesOf } from './environment-variable.ts'
import type { ConfiguredPaymentProvider } from './payment-provider.ts'
import { YOOKASSA_VARIABLES, yookassaProblems, yookassaProvider } from './yookassa-settings.ts'

/** The variables of every payment provider. A new provider adds a line here and in the two functions below. */
export const PAYMENT_VARIABLES = { ...YOOKASSA_VARIABLES } as const

type PaymentValues = ValuesOf<typeof PAYMENT_VARIABLES>

/** What is wrong between the variables of one provider. */
export const paymentProblems = (values: PaymentValues): readonly ConfigProblem[] => [...yookassaProblems(values)]

/** The configured providers in order of preference: the first takes new top-ups. */
export const configuredPaymentProviders = (values: PaymentValues): readonly ConfiguredPaymentProvider[] =>
  [yookassaProvider(values)].filter((provider) => provider !== null)
