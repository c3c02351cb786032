import { isTimeZone } from '../ledger/spend-period.ts'

/** The regions of the IANA time zone database. */
const REGION = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\//

/**
 * Whether this is the name of a time zone that programs agree about, for example `Europe/Moscow` or `UTC`. Refused are
 * offsets such as `+03:00`, because programs disagree about their sign, and names without a region: `BST` is the time
 * of Dhaka or of London, and `CET` has summer time or none.
 */
export const isTimeZoneName = (name: string): boolean => (name === 'UTC' || REGION.test(name)) && isTimeZone(name)
