import { countText } from '../../words/figures.ts'
import { inBoth } from '../../words/language.ts'

const WORDS = inBoth(
  {
    prompt_tokens: 'tokens in',
    cached_tokens: 'cached',
    cache_write_tokens: 'put into the cache',
    completion_tokens: 'out',
    reasoning_tokens: 'reasoning',
    input_text_tokens: 'text tokens in',
    input_image_tokens: 'image tokens in',
    input_audio_tokens: 'sound tokens in',
    output_tokens: 'tokens out',
    output_text_tokens: 'of them text',
    images: 'images',
    characters: 'characters',
    seconds: 'seconds',
  },
  {
    prompt_tokens: 'токенов на входе',
    cached_tokens: 'из кэша',
    cache_write_tokens: 'записано в кэш',
    completion_tokens: 'на выходе',
    reasoning_tokens: 'рассуждение',
    input_text_tokens: 'токенов текста на входе',
    input_image_tokens: 'токенов изображений на входе',
    input_audio_tokens: 'токенов звука на входе',
    output_tokens: 'токенов на выходе',
    output_text_tokens: 'из них текста',
    images: 'изображений',
    characters: 'знаков',
    seconds: 'секунд',
  },
)

/**
 * The figures that a price was computed from, as a person reads them; those that are zero are left out. Each stands
 * behind its word, so that the word has one form.
 */
export const usageText = (usage: Readonly<Record<string, unknown>> | null): string => {
  const words: Readonly<Record<string, string>> = WORDS()
  return Object.entries(usage ?? {})
    .flatMap(([name, figure]) => {
      const word = words[name]
      return word !== undefined && typeof figure === 'number' && figure > 0 ? [`${word}: ${countText(figure)}`] : []
    })
    .join(', ')
}

const BRIEF = inBoth({ input: 'in', output: 'out' }, { input: 'вход', output: 'выход' })

/** The same for a row of a list: of tokens those in and out, as in the playground. Their parts are in the receipt. */
export const briefUsageText = (usage: Readonly<Record<string, unknown>> | null): string => {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {}
  if (typeof input !== 'number' || typeof output !== 'number') return usageText(usage)
  const words = BRIEF()
  return `${words.input} ${countText(input)} · ${words.output} ${countText(output)}`
}
