import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { asksForNothing } from '../../fields/default-values.ts'
import { answerSchema } from '../../fields/schema-words.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import { objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import type { GoogleParameters } from '../deployment-parameters.ts'
import { toGoogleSchema } from './json-schema.ts'
import { toThinkingConfig } from './thinking.ts'
import { isNonEmptyText } from '../../../../domain/json.ts'

/** Fields that go over as they are, under Google's name. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['temperature', 'temperature'],
  ['top_p', 'topP'],
  ['top_k', 'topK'],
  ['frequency_penalty', 'frequencyPenalty'],
  ['presence_penalty', 'presencePenalty'],
  ['seed', 'seed'],
]

/** How the answer is to be made. Fields of no consequence for it (`user`, `metadata`, `verbosity` …) are left out. */
export const toGenerationConfig = (
  request: ChatRequest,
  parameters: GoogleParameters,
): Either<UpstreamFailure, Wire> => {
  const fields = Object.fromEntries(Object.entries(request).filter(([name]) => !parameters.drops.has(name)))
  const refused = REFUSED.find(({ name, isAsked }) => isAsked(fields[name]))
  if (refused !== undefined) return unsupported(refused.name, refused.message)
  const format = toResponseFormat(fields['response_format'])
  if (isLeft(format)) return format
  const maxOutputTokens = request.max_completion_tokens ?? request.max_tokens ?? null
  const thinking = toThinkingConfig(fields, parameters, maxOutputTokens)
  if (isLeft(thinking)) return thinking
  const stopSequences = stopsOf(fields['stop'])
  return right({
    ...Object.fromEntries(
      RENAMED.flatMap(([name, googleName]) =>
        fields[name] === undefined || fields[name] === null ? [] : [[googleName, fields[name]]],
      ),
    ),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
    ...format.right,
    ...(thinking.right === null ? {} : { thinkingConfig: thinking.right }),
  })
}

const isTrue = (value: unknown): boolean => value === true

const REFUSED: readonly {
  readonly name: string
  readonly isAsked: (value: unknown) => boolean
  readonly message: string
}[] = [
  { name: 'n', isAsked: (n) => typeof n === 'number' && n > 1, message: 'This model gives one choice a call.' },
  { name: 'logprobs', isAsked: isTrue, message: 'This model tells no log probabilities.' },
  {
    name: 'top_logprobs',
    isAsked: (top) => !asksForNothing('top_logprobs', top),
    message: 'This model tells no log probabilities.',
  },
  {
    name: 'logit_bias',
    isAsked: (bias) => Object.keys(objectOf(bias) ?? {}).length > 0,
    message: 'This model takes no bias on single tokens.',
  },
]

const stopsOf = (stop: unknown): readonly string[] => (Array.isArray(stop) ? stop : [stop]).filter(isNonEmptyText)

const JSON_ANSWER: Wire = { responseMimeType: 'application/json' }

const toResponseFormat = (value: unknown): Either<UpstreamFailure, Wire> => {
  const format = objectOf(value)
  switch (format?.['type']) {
    case undefined:
    case 'text':
      return right({})
    case 'json_object':
      return right(JSON_ANSWER)
    case 'json_schema': {
      const schema = answerSchema(format)
      if (schema === null) return right(JSON_ANSWER)
      const sent = toGoogleSchema(schema)
      return isLeft(sent)
        ? unsupported('response_format', `This model reads no '${sent.left}' beside a reference of a schema.`)
        : right({ ...JSON_ANSWER, responseJsonSchema: sent.right })
    }
    default:
      return unsupported('response_format', 'This model gives text and JSON alone.')
  }
}
