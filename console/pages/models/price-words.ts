import type { Schemas } from '../../api/api-types.ts'
import { countText, sumText } from '../../words/figures.ts'
import { inBoth } from '../../words/language.ts'

export type Model = Schemas['CatalogModel']

export const PRICE_WORDS = inBoth(
  {
    input: 'Input, a million tokens',
    cached: 'Cached input, a million tokens',
    cacheWrite: 'Writing to the cache, a million tokens',
    output: 'Output, a million tokens',
    over: (tokens: string) => `with a prompt over ${tokens} tokens`,
    image: 'An image',
    textInput: 'Text input, a million tokens',
    imageInput: 'Image input, a million tokens',
    textOutput: 'Text output, a million tokens',
    characters: 'A million characters',
    audioSecond: 'A second of the recording',
    audioInput: 'Sound input, a million tokens',
    second: 'A second of the video',
    turn: 'A turn of a conversation',
    exampleTokens: 'A question of 1,000 tokens, an answer of 500',
    exampleInput: 'A text of 1,000 tokens',
    exampleImage: 'One image',
    exampleCharacters: 'A page of 1,800 characters',
    exampleMinute: 'A recording of a minute',
    exampleVideo: 'A video of 8 seconds',
  },
  {
    input: 'Вход, миллион токенов',
    cached: 'Вход из кэша, миллион токенов',
    cacheWrite: 'Запись в кэш, миллион токенов',
    output: 'Выход, миллион токенов',
    over: (tokens: string) => `при запросе длиннее ${tokens} токенов`,
    image: 'Изображение',
    textInput: 'Текст на входе, миллион токенов',
    imageInput: 'Изображения на входе, миллион токенов',
    textOutput: 'Текст на выходе, миллион токенов',
    characters: 'Миллион знаков',
    audioSecond: 'Секунда записи',
    audioInput: 'Звук на входе, миллион токенов',
    second: 'Секунда видео',
    turn: 'Ход беседы',
    exampleTokens: 'Вопрос в 1000 токенов, ответ в 500',
    exampleInput: 'Текст в 1000 токенов',
    exampleImage: 'Одно изображение',
    exampleCharacters: 'Страница в 1800 знаков',
    exampleMinute: 'Минута записи',
    exampleVideo: 'Видео на 8 секунд',
  },
)

export interface PriceLine {
  readonly title: string
  readonly price: string
}

const line = (title: string, price: string | null): readonly PriceLine[] =>
  price === null ? [] : [{ title, price: sumText(price, 'RUB') }]

/** Every price of a model, as a person reads it. */
export const priceLines = ({ prices, turn_price: turnPrice }: Model): readonly PriceLine[] => {
  const words = PRICE_WORDS()
  const turn = turnPrice === null ? [] : [{ title: words.turn, price: sumText(turnPrice, 'TOKEN') }]
  switch (prices.unit) {
    case 'tokens':
      return [
        ...line(words.input, prices.input_per_million),
        ...line(words.cached, prices.cached_input_per_million),
        ...line(words.cacheWrite, prices.cache_write_per_million),
        ...line(words.output, prices.output_per_million),
        ...prices.rows.flatMap((row) => {
          const over = words.over(countText(row.prompt_tokens_over))
          return [
            ...line(`${words.input}, ${over}`, row.input_per_million),
            ...line(`${words.output}, ${over}`, row.output_per_million),
          ]
        }),
        ...turn,
      ]
    case 'image':
      return [
        ...line(words.image, prices.price),
        ...prices.rows.flatMap(({ quality, size, price }) =>
          line([words.image, quality, size].filter((part) => part !== null).join(', '), price),
        ),
      ]
    case 'image_tokens':
      return [
        ...line(words.textInput, prices.text_input_per_million),
        ...line(words.imageInput, prices.image_input_per_million),
        ...line(words.output, prices.output_per_million),
        ...line(words.textOutput, prices.text_output_per_million),
      ]
    case 'characters':
      return line(words.characters, prices.per_million)
    case 'speech_tokens':
      return [...line(words.input, prices.input_per_million), ...line(words.output, prices.output_per_million)]
    case 'audio_second':
      return line(words.audioSecond, prices.price)
    case 'audio_tokens':
      return [
        ...line(words.audioInput, prices.audio_input_per_million),
        ...line(words.textInput, prices.text_input_per_million),
        ...line(words.output, prices.output_per_million),
      ]
    case 'second':
      return [
        ...line(words.second, prices.price),
        ...prices.rows.flatMap(({ resolution, price }) =>
          line([words.second, resolution].filter((part) => part !== null).join(', '), price),
        ),
      ]
  }
}

const perMillion = (price: string | null, count: number): number => (Number(price ?? 0) * count) / 1_000_000

/** What one ordinary use costs, about; null where it depends on too much. */
export const workedExample = ({ prices }: Model): PriceLine | null => {
  const words = PRICE_WORDS()
  const about = (title: string, price: number): PriceLine => ({ title, price: sumText(price.toFixed(6), 'RUB') })
  switch (prices.unit) {
    case 'tokens': {
      const input = perMillion(prices.input_per_million, 1_000)
      return prices.output_per_million === null
        ? about(words.exampleInput, input)
        : about(words.exampleTokens, input + perMillion(prices.output_per_million, 500))
    }
    case 'image':
      return about(words.exampleImage, Number(prices.price))
    case 'characters':
      return about(words.exampleCharacters, perMillion(prices.per_million, 1_800))
    case 'audio_second':
      return about(words.exampleMinute, Number(prices.price) * 60)
    case 'second':
      return about(words.exampleVideo, Number(prices.price) * 8)
    case 'image_tokens':
    case 'speech_tokens':
    case 'audio_tokens':
      return null
  }
}
