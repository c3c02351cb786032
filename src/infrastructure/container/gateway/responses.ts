import { countInputTokensEndpoint } from '../../../adapters/http/openai/responses/count-input-tokens.ts'
import { createResponseEndpoint } from '../../../adapters/http/openai/responses/create-response.ts'
import { chatAnswerDeps, countInputTokens, hidesReasoning, nativeReach, thinksWithTools } from './openai.ts'
import { provision } from '../provision.ts'
import { storedResponseEndpoints, storingDeps } from './stored-responses.ts'

export const responsesEndpoints = [
  provision('createResponseEndpoint', createResponseEndpoint, {
    ...chatAnswerDeps,
    ...storingDeps,
    nativeReach,
    hidesReasoning,
    thinksWithTools,
  }),
  provision('countInputTokensEndpoint', countInputTokensEndpoint, { ...storingDeps, countInputTokens }),
  ...storedResponseEndpoints,
]
