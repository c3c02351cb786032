/** A language that mail is written in. */
export type MailLocale = 'en' | 'ru'

const isLocale = (word: string): word is MailLocale => word === 'en' || word === 'ru'

/** `ru-RU;q=0.9` as its language and weight. A weight that is no number counts as zero. */
const readRange = (range: string): { readonly language: string; readonly weight: number } => {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { language: tag.split('-')[0] ?? '', weight: weight >= 0 && weight <= 1 ? weight : 0 }
}

/**
 * Of our languages the one with the highest weight in an Accept-Language header (RFC 9110); English where the header
 * names neither.
 */
export const preferredLocale = (header: string | null | undefined): MailLocale => {
  let best: MailLocale = 'en'
  let bestWeight = 0
  for (const { language, weight } of (header ?? '').split(',').map(readRange)) {
    if (weight > bestWeight && isLocale(language)) [best, bestWeight] = [language, weight]
  }
  return best
}
