import { expect } from 'chai'
import { fromErrorResponse as ofAnthropic } from '../../../../src/adapters/providers/anthropic/errors.ts'
import { fromErrorResponse as ofGoogle } from '../../../../src/adapters/providers/google/errors.ts'
import { fromErrorResponse as ofOpenAi } from '../../../../src/adapters/providers/openai-errors.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'

const openAi = (message: string, more: Readonly<Record<string, unknown>> = {}): UpstreamFailure =>
  ofOpenAi(400, {}, { error: { message, type: 'invalid_request_error', ...more } })
const anthropic = (message: string, status = 400): UpstreamFailure =>
  ofAnthropic(status, {}, { type: 'error', error: { type: 'invalid_request_error', message } })
const google = (message: string): UpstreamFailure =>
  ofGoogle(400, {}, { error: { code: 400, status: 'INVALID_ARGUMENT', message } })

/** As providers write it, and what the gateway calls it. */
const TABLE: readonly (readonly [string, UpstreamFailure, string, string])[] = [
  [
    'OpenAI: a prompt that is too long',
    openAi("This model's maximum context length is 8192 tokens.", { code: 'context_length_exceeded' }),
    'context_length_exceeded',
    'context_length_exceeded',
  ],
  [
    'vLLM: a prompt that is too long',
    ofOpenAi(
      400,
      {},
      {
        object: 'error',
        message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
        type: 'BadRequestError',
        code: 400,
      },
    ),
    'context_length_exceeded',
    'BadRequestError',
  ],
  [
    'llama.cpp: a prompt that is too long',
    openAi('request exceeds the available size', { type: 'exceed_context_size_error' }),
    'context_length_exceeded',
    'exceed_context_size_error',
  ],
  [
    'Anthropic: a prompt that is too long',
    anthropic('prompt is too long: 208310 tokens > 200000 maximum'),
    'context_length_exceeded',
    'invalid_request_error',
  ],
  ['Anthropic: a body that is too large', anthropic('too large', 413), 'rejected_by_upstream', 'invalid_request_error'],
  [
    'Google: a prompt that is too long',
    google('The input token count (9) exceeds the maximum number of tokens allowed (8).'),
    'context_length_exceeded',
    'INVALID_ARGUMENT',
  ],
  ...[
    'Corrupted thought signature.',
    'Invalid thought signature.',
    'Unable to submit request because Thought signature is not valid.. Learn more: https://cloud.google.com/',
  ].map((words): (typeof TABLE)[number] => [
    `Google: ${words}`,
    google(words),
    'invalid_encrypted_content',
    'INVALID_ARGUMENT',
  ]),
  [
    'OpenAI: a parameter that it does not take',
    openAi("Unsupported parameter: 'top_k'", { code: 'unsupported_parameter', param: 'top_k' }),
    'unsupported_parameter',
    'unsupported_parameter',
  ],
  [
    'Anthropic: a parameter that it does not take',
    anthropic('temperature: Extra inputs are not permitted'),
    'unsupported_parameter',
    'invalid_request_error',
  ],
  [
    'Google: a parameter that it does not take',
    google('Unknown name "fooBar" at \'generation_config\': Cannot find field.'),
    'unsupported_parameter',
    'INVALID_ARGUMENT',
  ],
  [
    'xAI: any other mistake',
    ofOpenAi(400, {}, { code: 'Client specified an invalid argument', error: 'm' }),
    'rejected_by_upstream',
    'Client specified an invalid argument',
  ],
  ['OpenAI: any other mistake', openAi('Invalid schema'), 'rejected_by_upstream', 'invalid_request_error'],
  ['Google: any other mistake', google('topK too large'), 'rejected_by_upstream', 'INVALID_ARGUMENT'],
]

describe("a provider's rejection", () => {
  for (const [title, failure, code, upstreamCode] of TABLE) {
    it(`${title} is ${code}`, () => {
      expect(failure).to.include({ tag: 'rejected', code, upstreamCode })
    })
  }

  it('is none of the words that its caller wrote', () => {
    expect(openAi("Invalid value: 'unsupported parameter'")).to.include({ code: 'rejected_by_upstream' })
  })
})
