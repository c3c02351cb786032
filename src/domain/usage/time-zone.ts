import { isTimeZone } from '../ledger/spend-period.ts'

/**
 * Whether this is the name of a time zone, for example `Europe/Moscow`. Offsets such as `+03:00` are refused, because
 * programs disagree about their sign.
 */
export const isTimeZoneName = (name: string): boolean => /^[A-Za-z]/.test(name) && isTimeZone(name)
