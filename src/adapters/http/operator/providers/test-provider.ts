import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { TestProvider, TestReport } from '../../../../application/operators/providers/test-provider.ts'
import { FAILURE_TAGS } from '../../../../domain/routing/attempt.ts'
import { count, orNull } from '../../codecs/codecs.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { providerName } from './provider-wire.ts'

const countOrNull = t.union([count, t.null])

const body = t.type({ provider: providerName, upstream_model: providerName }, 'TestProviderRequest')

const answer = t.type(
  {
    succeeded: t.boolean,
    first_word_ms: countOrNull,
    total_ms: count,
    input_tokens: countOrNull,
    output_tokens: countOrNull,
    cause: orNull(wordOf(FAILURE_TAGS)),
    message: t.union([t.string, t.null]),
  },
  'TestProviderResponse',
)

const write = ({ answer: answered, totalMs }: TestReport): t.TypeOf<typeof answer> => {
  const nothing = { first_word_ms: null, input_tokens: null, output_tokens: null }
  if (isLeft(answered)) {
    const { tag: cause, message } = answered.left
    return { succeeded: false, ...nothing, total_ms: totalMs, cause, message }
  }
  const { firstWordMs, promptTokens, completionTokens } = answered.right
  return {
    succeeded: true,
    first_word_ms: firstWordMs,
    total_ms: totalMs,
    input_tokens: promptTokens,
    output_tokens: completionTokens,
    cause: null,
    message: null,
  }
}

export const testOperatorProviderEndpoint = (testProvider: TestProvider): Endpoint =>
  endpoint({
    id: 'testOperatorProvider',
    method: 'POST',
    path: '/v1/operator/providers/test',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Make one small call of a model at its provider',
    body,
    success: {
      status: 200,
      description:
        'A real call, also of what is switched off; it ends after 20 seconds, one for an image after two minutes. No ' +
        'customer pays for it. The provider charges you for some 15 tokens of prompt and 64 of output at most, for 3 ' +
        'characters of speech, for one second of silence to be transcribed, or for one image of the cheapest kind. ' +
        'Models of videos have no test call (`no_test_call`): the shortest video is charged in full and cannot be taken back. ' +
        'How the call went. `succeeded` is false where the provider failed; `cause` and `message` say why.',
      body: answer,
    },
    failures: ['unknown_deployment', 'no_test_call'],
    handle: async ({ body: { provider, upstream_model: upstreamModel } }, { userId: operatorId }) => {
      const tested = await testProvider({ operatorId, provider, upstreamModel })
      return isLeft(tested) ? tested : right(json(200, write(tested.right)))
    },
  })
