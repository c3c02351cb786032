import { letterTakes } from '../../domain/limits/admission-buckets.ts'
import { takeBoth, type TakeBothDeps } from './take-both.ts'

/** `email` is case-folded. False once enough letters to it were asked for: none may go out then. */
export type AdmitLetter = (email: string, clientAddress: string) => Promise<boolean>

/** How many letters may be asked for by people who have only an address (contract 3). */
export const admitLetter =
  (deps: TakeBothDeps): AdmitLetter =>
  async (email, clientAddress) =>
    (await takeBoth(deps, { email, clientAddress }, letterTakes(email, clientAddress))).allowed
