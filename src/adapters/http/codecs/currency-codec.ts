import * as t from 'io-ts'

/** A currency in a body or a query, where an unknown one is a mistake. */
export const currencyCodec = t.keyof({ RUB: null, TOKEN: null }, 'RUB or TOKEN')
