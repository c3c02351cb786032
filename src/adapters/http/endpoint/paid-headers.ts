import { formatMicro } from '../../../domain/money/decimal.ts'

/** The header that names a paid call. */
export const OPERATION_ID_HEADER = 'x-gateway-operation-id'

/** The header with the price of a paid call in roubles. */
export const COST_HEADER = 'x-gateway-cost-rub'

/** The header that names what of a request was left out. */
export const IGNORED_HEADER = 'x-gateway-ignored'

/** The headers that say how a call was made smaller than its request. */
export const QUALITY_HEADER = 'x-gateway-quality'
export const OUTPUT_LIMIT_HEADER = 'x-gateway-output-limit'

/** The headers of a paid answer: what it is called and what it costs. */
export const paidHeaders = (operationId: string, priceMicro: bigint): Readonly<Record<string, string>> => ({
  [OPERATION_ID_HEADER]: operationId,
  [COST_HEADER]: formatMicro(priceMicro, 'RUB'),
})
