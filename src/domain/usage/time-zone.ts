import { isTimeZone } from '../ledger/spend-period.ts'

/** Whether this is the name of a time zone, for example `Europe/Moscow`. What an offset means, programs do not agree. */
export const isTimeZoneName = (name: string): boolean => /^[A-Za-z]/.test(name) && isTimeZone(name)
