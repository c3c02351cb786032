import {
  readBillingUsageEndpoint,
  readSubscriptionEndpoint,
} from '../../../adapters/http/openai/spending/billing-dashboard.ts'
import { readCreditsEndpoint } from '../../../adapters/http/openai/spending/read-credits.ts'
import { readKeyUsageEndpoint } from '../../../adapters/http/openai/spending/read-key-usage.ts'
import { readKeyEndpoint } from '../../../adapters/http/openai/spending/read-key.ts'
import { readKeySpending as makeReadKeySpending } from '../../../application/accounts/api-keys/read-key-spending.ts'
import { keySpending } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { rates } from '../resources.ts'
import { clock } from '../runtime.ts'
import { readRecentSpending, readUsage } from '../usage.ts'

const readKeySpending = provision('readKeySpending', makeReadKeySpending, { keySpending, clock })

/** What the holder of a key may ask about its money. */
export const spendingEndpoints = [
  provision('readKeyEndpoint', readKeyEndpoint, { readKeySpending, readRecentSpending, rates }),
  provisionOf(readKeyUsageEndpoint, readUsage),
  provisionOf(readCreditsEndpoint, readKeySpending),
  provisionOf(readSubscriptionEndpoint, readKeySpending),
  provisionOf(readBillingUsageEndpoint, readKeySpending),
]
