import { withVariant } from '../../../adapters/http/endpoint/endpoint.ts'
import { countTokensEndpoint } from '../../../adapters/http/messages/count-tokens.ts'
import { createMessageEndpoint } from '../../../adapters/http/messages/create-message.ts'
import { listMessageModelsEndpoint } from '../../../adapters/http/messages/models/list-models.ts'
import { retrieveMessageModelEndpoint } from '../../../adapters/http/messages/models/retrieve-model.ts'
import { listModelsEndpoint } from '../../../adapters/http/openai/models/list-models.ts'
import { retrieveModelEndpoint } from '../../../adapters/http/openai/models/retrieve-model.ts'
import { estimatePrompt as makeEstimatePrompt } from '../../../application/gateway/chat/estimate-prompt.ts'
import { takesField as makeTakesField } from '../../../application/gateway/models/takes-field.ts'
import {
  chatAnswerDeps,
  countInputTokens,
  listModels,
  nativeReach,
  retrieveModel,
  supportedParameters,
  thinksWithTools,
} from './openai.ts'
import { provision } from '../provision.ts'
import { catalog } from '../resources.ts'

const estimatePrompt = provision('estimatePrompt', makeEstimatePrompt, { catalog })
const takesField = provision('takesField', makeTakesField, { catalog })

/** A header of every client of Anthropic's, and of no other. */
const VERSION_HEADER = 'anthropic-version'

/** Models have one address for the clients of both wires. */
export const modelEndpoints = [
  provision(
    'listModelsEndpoint',
    (deps) =>
      withVariant(
        listModelsEndpoint(deps.listModels, deps.supportedParameters),
        VERSION_HEADER,
        listMessageModelsEndpoint(deps.listModels),
      ),
    { listModels, supportedParameters },
  ),
  provision(
    'retrieveModelEndpoint',
    (deps) =>
      withVariant(
        retrieveModelEndpoint(deps.retrieveModel, deps.supportedParameters),
        VERSION_HEADER,
        retrieveMessageModelEndpoint(deps.retrieveModel),
      ),
    { retrieveModel, supportedParameters },
  ),
]

export const messagesEndpoints = [
  provision('createMessageEndpoint', createMessageEndpoint, {
    ...chatAnswerDeps,
    estimatePrompt,
    nativeReach,
    takesField,
    thinksWithTools,
  }),
  provision('countTokensEndpoint', countTokensEndpoint, { countInputTokens, nativeReach }),
]
