import { formatMicro } from '../../../domain/money/decimal.ts'

/** The header that names a paid call. */
export const OPERATION_ID_HEADER = 'x-gateway-operation-id'

/** The header with the price of a paid call in roubles. */
export const COST_HEADER = 'x-gateway-cost-rub'

/** The headers of a paid answer: what it is called and what it costs. */
export const paidHeaders = (operationId: string, priceMicro: bigint): Readonly<Record<string, string>> => ({
  [OPERATION_ID_HEADER]: operationId,
  [COST_HEADER]: formatMicro(priceMicro, 'RUB'),
})
