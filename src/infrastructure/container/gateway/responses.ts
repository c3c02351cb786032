import { createResponseEndpoint } from '../../../adapters/http/openai/responses/create-response.ts'
import { chatAnswerDeps } from '../gateway.ts'
import { provision } from '../provision.ts'

export const responsesEndpoints = [provision('createResponseEndpoint', createResponseEndpoint, chatAnswerDeps)]
