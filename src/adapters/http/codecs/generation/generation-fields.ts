import { finite, integerBetween, listOf, nullish, text, textOfLength, textOrList } from '../codecs.ts'

/** More tokens, answers or choices than any model gives; a larger number is a mistake. */
export const MAX_COUNT = 1_000_000_000

const MAX_STOPS = 16
const stopText = textOfLength(0, 4_096)

/** Texts that an answer ends at. */
export const stopTexts = listOf(stopText, 0, MAX_STOPS, 'strings')

/** The fields that control how a text is generated. */
export const samplingFields = {
  temperature: nullish(finite),
  top_p: nullish(finite),
  frequency_penalty: nullish(finite),
  presence_penalty: nullish(finite),
  max_tokens: nullish(integerBetween(1, MAX_COUNT)),
  max_completion_tokens: nullish(integerBetween(1, MAX_COUNT)),
  n: nullish(integerBetween(1, MAX_COUNT)),
  seed: nullish(integerBetween(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
  stop: nullish(textOrList(stopText, stopTexts)),
  user: nullish(textOfLength(0, 1_024)),
} as const

const words = text('a string of at most 64 characters', (value) => value.length <= 64, {
  maxLength: 64,
})

/** The fields that control what an image looks like. */
export const imageOutputFields = {
  size: nullish(words),
  quality: nullish(words),
} as const
