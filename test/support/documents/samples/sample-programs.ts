import { findProgram } from '../../processes/find-program.ts'

const PROGRAMS = ['curl', 'python3', 'uuidgen']

/** The programs that samples and guides use and this machine has not, in words; null if it has all of them. */
export const missingSamplePrograms = (): string | null => {
  const missing = PROGRAMS.filter((program) => findProgram([program]) === null)
  return missing.length === 0 ? null : `${missing.join(', ')} (the samples of /docs)`
}

/** Whether samples are tried here. REQUIRE_SERVICES=1 has them tried, and fail, without their programs. */
export const areSamplesTried = (): boolean =>
  process.env['REQUIRE_SERVICES'] === '1' || missingSamplePrograms() === null
