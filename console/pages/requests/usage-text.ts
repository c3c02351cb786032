import { countText } from '../../words/figures.ts'
import { inBoth } from '../../words/language.ts'

const WORDS = inBoth(
  {
    prompt_tokens: 'tokens in',
    cached_tokens: 'of them cached',
    completion_tokens: 'out',
    reasoning_tokens: 'of them reasoning',
    images: 'images',
    characters: 'characters',
    seconds: 'seconds',
  },
  {
    prompt_tokens: 'токенов на входе',
    cached_tokens: 'из них из кэша',
    completion_tokens: 'на выходе',
    reasoning_tokens: 'из них рассуждение',
    images: 'изображений',
    characters: 'знаков',
    seconds: 'секунд',
  },
)

/** The figures that a price was computed from, as a person reads them; those that are zero are left out. */
export const usageText = (usage: Readonly<Record<string, unknown>> | null): string => {
  const words: Readonly<Record<string, string>> = WORDS()
  return Object.entries(usage ?? {})
    .flatMap(([name, figure]) => {
      const word = words[name]
      return word !== undefined && typeof figure === 'number' && figure > 0 ? [`${countText(figure)} ${word}`] : []
    })
    .join(', ')
}
