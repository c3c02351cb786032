import { mailRateLimits } from '../../domain/limits/admission-rates.ts'
import { takeEmailBuckets } from './take-email-buckets.ts'
import type { TakeEmailBucketsDeps } from './take-email-buckets.ts'

/** `email` is case-folded. False once its requests for mail have reached the limit: then no mail goes out. */
export type AdmitMail = (email: string, clientAddress: string) => Promise<boolean>

/** Counts the mails that people without a session request for an address (contract 3). */
export const admitMail =
  (deps: TakeEmailBucketsDeps): AdmitMail =>
  async (email, clientAddress) =>
    (await takeEmailBuckets(deps, { email, clientAddress }, mailRateLimits(email, clientAddress))).allowed
