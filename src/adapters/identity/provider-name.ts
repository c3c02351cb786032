const MOST_CHARACTERS = 100

/** A name as a provider gives it, fit to be shown; null when nothing of it is left. */
export const providerName = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const clean = value
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return clean === '' ? null : Array.from(clean).slice(0, MOST_CHARACTERS).join('')
}
