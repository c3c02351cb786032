import { formatMicro } from '../../../domain/money/decimal.ts'

/** The headers of a paid answer: what it is called and what it costs. */
export const paidHeaders = (operationId: string, priceMicro: bigint): Readonly<Record<string, string>> => ({
  'x-gateway-operation-id': operationId,
  'x-gateway-cost-rub': formatMicro(priceMicro, 'RUB'),
})
