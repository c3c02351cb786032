import type { PaidSurface } from '../../paid-calls/with-idempotency.ts'
import type { OpenAiFailure } from '../openai-failures.ts'
import { openAiSurface } from '../surface.ts'
import type { Surface } from '../../surface/surface.ts'
import { responsesStream } from '../response-output/stream-codec.ts'

/** OpenAI's Responses API: the same keys, errors and money as the gateway surface, and streams of its own. */
export const responsesSurface: Surface<OpenAiFailure, typeof openAiSurface.auth, 'Responses'> &
  PaidSurface<OpenAiFailure> = {
  ...openAiSurface,
  name: 'responses',
  pathPrefixes: ['/v1/responses'],
  stream: responsesStream,
  documents: {
    ...openAiSurface.documents,
    tags: { Responses: 'OpenAI’s Responses API, which Codex, the Agents SDK and the AI SDK speak by default.' },
  },
}
