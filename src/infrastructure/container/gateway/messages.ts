import { createMessageEndpoint } from '../../../adapters/http/messages/create-message.ts'
import { estimatePrompt as makeEstimatePrompt } from '../../../application/gateway/chat/estimate-prompt.ts'
import { chatAnswerDeps } from '../gateway.ts'
import { provision } from '../provision.ts'
import { catalog } from '../resources.ts'

const estimatePrompt = provision('estimatePrompt', makeEstimatePrompt, { catalog })

export const messagesEndpoints = [
  provision('createMessageEndpoint', createMessageEndpoint, { ...chatAnswerDeps, estimatePrompt }),
]
