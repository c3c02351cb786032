import { defaulted, integerFromString } from './codecs.ts'

/** How many rows of a list a query asks for: at most so many, and so many where it does not say. */
export const pageLimit = (most = 100, usual = 50) => defaulted(integerFromString(1, most), usual)
