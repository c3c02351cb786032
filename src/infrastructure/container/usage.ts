import { listRequestsEndpoint } from '../../adapters/http/account/usage/list-requests.ts'
import { readUsageEndpoint } from '../../adapters/http/account/usage/read-usage.ts'
import { exportReceipts as makeExportReceipts } from '../../application/billing/usage/export-receipts.ts'
import { listReceipts as makeListReceipts } from '../../application/billing/usage/list-receipts.ts'
import { readRecentSpending as makeReadRecentSpending } from '../../application/billing/usage/read-recent-spending.ts'
import { readUsage as makeReadUsage } from '../../application/billing/usage/read-usage.ts'
import { exportPages } from './billing.ts'
import { keyNames, receipts, usageLog } from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { clock } from './runtime.ts'

export const listReceipts = provision('listReceipts', makeListReceipts, { receipts })
const exportReceipts = provision('exportReceipts', makeExportReceipts, { receipts, exportPages })
export const readUsage = provision('readUsage', makeReadUsage, { usage: usageLog, keyNames, clock })
export const readRecentSpending = provision('readRecentSpending', makeReadRecentSpending, { usage: usageLog, clock })

export const usageEndpoints = [
  provision('listRequestsEndpoint', listRequestsEndpoint, { listReceipts, exportReceipts }),
  provisionOf(readUsageEndpoint, readUsage),
]
