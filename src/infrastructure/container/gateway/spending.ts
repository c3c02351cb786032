import {
  readBillingUsageEndpoint,
  readSubscriptionEndpoint,
} from '../../../adapters/http/openai/spending/billing-dashboard.ts'
import { readCreditsEndpoint } from '../../../adapters/http/openai/spending/read-credits.ts'
import { readKeyEndpoint } from '../../../adapters/http/openai/spending/read-key.ts'
import { readKeySpending as makeReadKeySpending } from '../../../application/accounts/api-keys/read-key-spending.ts'
import { keySpending } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { rates } from '../resources.ts'

const readKeySpending = provision('readKeySpending', makeReadKeySpending, { keySpending })

/** What the holder of a key may ask about its money. */
export const spendingEndpoints = [
  provision(
    'readKeyEndpoint',
    (deps) => readKeyEndpoint({ readKeySpending: deps.readKeySpending, callsPerMinute: deps.rates.perAccount }),
    { readKeySpending, rates },
  ),
  provisionOf(readCreditsEndpoint, readKeySpending),
  provisionOf(readSubscriptionEndpoint, readKeySpending),
  provisionOf(readBillingUsageEndpoint, readKeySpending),
]
