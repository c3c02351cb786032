import * as t from 'io-ts'
import { MAX_DIMENSIONS } from '../../../../domain/embeddings/request.ts'
import type { EmbeddingInput, EmbeddingRequest } from '../../../../domain/embeddings/request.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import type { BodyLimits } from '../../body/body-limits.ts'
import { integerBetween, modelId, nullish, textOfLength } from '../../codecs/codecs.ts'
import { withSchema } from '../../codecs/with-schema.ts'

/** Contract 1. */
const MAX_INPUTS = 2_048
const MAX_TOKEN_NUMBERS = 300_000

/** The largest number that any vocabulary gives a token, with room to spare. */
const MAX_TOKEN_NUMBER = 10_000_000

/** 8 MB, and as many values as the token numbers, their lists and the other fields come to. */
export const EMBEDDING_BODY: BodyLimits = {
  ...BODY_LIMITS.chatHistory,
  values: MAX_TOKEN_NUMBERS + MAX_INPUTS + BODY_LIMITS.chatHistory.fields,
}

const TEXT = { type: 'string', minLength: 1, maxLength: EMBEDDING_BODY.bytes } as const
const TOKEN_NUMBERS = {
  type: 'array',
  items: { type: 'integer', minimum: 0, maximum: MAX_TOKEN_NUMBER },
  minItems: 1,
  maxItems: MAX_TOKEN_NUMBERS,
} as const

const isTokenNumber = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_TOKEN_NUMBER

const isInput = (input: unknown): input is EmbeddingInput =>
  typeof input === 'string' ? input !== '' : Array.isArray(input) && input.length > 0 && input.every(isTokenNumber)

/** Names what an input must be where it is none. */
const oneInput = new t.Type<EmbeddingInput>(
  'a text of at least one character or a list of token numbers, like the other inputs',
  isInput,
  (input, context) => (isInput(input) ? t.success(input) : t.failure(input, context)),
  t.identity,
)

const RULE = `a text, 1 to ${MAX_INPUTS} texts, or token numbers, ${MAX_TOKEN_NUMBERS} at most`

/** The list behind each of the four forms of the field; null if it is none of them, or too long. */
const listOfInputs = (input: unknown): readonly unknown[] | null => {
  if (typeof input === 'string') return [input]
  if (!Array.isArray(input) || input.length === 0) return null
  const list: readonly unknown[] = input
  if (typeof list[0] === 'number') return list.length <= MAX_TOKEN_NUMBERS ? [list] : null
  if (list.length > MAX_INPUTS) return null
  const numbers = list.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 0), 0)
  return numbers <= MAX_TOKEN_NUMBERS ? list : null
}

/**
 * One text or list of token numbers, or several of one sort, read as a list. The first wrong input ends the reading.
 */
const inputs: t.Type<readonly EmbeddingInput[], unknown, unknown> = withSchema(
  new t.Type<readonly EmbeddingInput[], unknown, unknown>(
    RULE,
    (input): input is readonly EmbeddingInput[] => Array.isArray(input) && input.every(isInput),
    (input, context) => {
      const list = listOfInputs(input)
      if (list === null) return t.failure(input, context)
      const wrong = list.findIndex((each) => !isInput(each) || typeof each !== typeof list[0])
      if (wrong === -1) return t.success(list as readonly EmbeddingInput[])
      // A single input stands in the field itself.
      if (list !== input) return t.failure(input, context)
      return t.failure(list[wrong], t.appendContext(context, String(wrong), oneInput, list[wrong]))
    },
    t.identity,
  ),
  {
    anyOf: [
      TEXT,
      { type: 'array', items: TEXT, minItems: 1, maxItems: MAX_INPUTS },
      TOKEN_NUMBERS,
      { type: 'array', items: TOKEN_NUMBERS, minItems: 1, maxItems: MAX_INPUTS },
    ],
  },
)

/** CreateEmbeddingRequest of the published schema. */
export const embeddingRequest = t.intersection([
  t.type({ model: modelId, input: inputs }),
  t.partial({
    encoding_format: nullish(t.keyof({ float: null, base64: null }, 'one of float, base64')),
    dimensions: nullish(integerBetween(1, MAX_DIMENSIONS)),
    user: nullish(textOfLength(0, 1_024)),
  }),
])

type EmbeddingBody = t.TypeOf<typeof embeddingRequest>

export const toEmbeddingRequest = (body: EmbeddingBody): EmbeddingRequest => ({
  model: body.model,
  inputs: body.input,
  dimensions: body.dimensions ?? null,
  user: body.user ?? null,
})

export const EMBEDDING_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'input',
  'encoding_format',
  'dimensions',
  'user',
])
