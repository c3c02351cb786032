/**
 * The beginnings of betas that are not passed on. Each unlocks something that changes the price of a call, or that
 * reaches what is stored under the operator's key; that itself is refused by its field. A beta alone costs nothing, and
 * clients name theirs in every call, whether they use them or not.
 */
const WITHHELD = [
  'fast-mode',
  'files-api',
  'mcp-client',
  'code-execution',
  'skills',
  'context-1m',
  'web-fetch',
  'advisor-tool',
  'compact-',
  'message-threads',
  'server-side-fallback',
  'fallback-credit',
  'user-profiles',
] as const

const isWithheld = (beta: string): boolean => WITHHELD.some((beginning) => beta.startsWith(beginning))

const namesIn = (betas: string): readonly string[] =>
  betas
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => beta !== '')

/** Betas of a header that the provider is not given. */
export const withheldBetas = (betas: string): readonly string[] => namesIn(betas).filter(isWithheld)

/** The header as the provider gets it: with its bytes where it gets them all, and empty where it gets none. */
export const passedBetas = (betas: string): string => {
  const names = namesIn(betas)
  return names.some(isWithheld) ? names.filter((beta) => !isWithheld(beta)).join(',') : betas
}
