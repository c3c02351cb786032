import { createChatCompletionEndpoint } from '../../../adapters/http/openai/chat/create-chat-completion.ts'
import { createEmbeddingsEndpoint } from '../../../adapters/http/openai/embeddings/create-embeddings.ts'
import { editImagesEndpoint, generateImagesEndpoint } from '../../../adapters/http/openai/images/create-image.ts'
import { createSpeechEndpoint } from '../../../adapters/http/openai/speech/create-speech.ts'
import {
  createTranscriptionEndpoint,
  createTranslationEndpoint,
} from '../../../adapters/http/openai/transcription/create-transcription.ts'
import { completeChat as makeCompleteChat } from '../../../application/gateway/chat/complete-chat.ts'
import { countInputTokens as makeCountInputTokens } from '../../../application/gateway/chat/count-input-tokens.ts'
import { stoppableReads as makeStoppableReads } from '../../../application/gateway/chat/disconnects/stoppable-reads.ts'
import { unpaidDisconnects } from '../../../application/gateway/chat/disconnects/unpaid-disconnects.ts'
import { streamChat as makeStreamChat } from '../../../application/gateway/chat/stream-chat.ts'
import { createEmbeddings as makeCreateEmbeddings } from '../../../application/gateway/embeddings/create-embeddings.ts'
import { createImage as makeCreateImage } from '../../../application/gateway/images/create-image.ts'
import { listModels as makeListModels } from '../../../application/gateway/models/list-models.ts'
import { retrieveModel as makeRetrieveModel } from '../../../application/gateway/models/retrieve-model.ts'
import { supportedParameters as makeSupportedParameters } from '../../../application/gateway/models/supported-parameters.ts'
import {
  ignoredChatFields as makeIgnoredChatFields,
  ignoredImageFields as makeIgnoredImageFields,
} from '../../../application/gateway/routing/ignored-fields.ts'
import { hidesReasoning as makeHidesReasoning } from '../../../application/gateway/models/hides-reasoning.ts'
import { thinksWithTools as makeThinksWithTools } from '../../../application/gateway/models/thinks-with-tools.ts'
import { nativeReach as makeNativeReach } from '../../../application/gateway/routing/native-reach.ts'
import { createSpeech as makeCreateSpeech } from '../../../application/gateway/speech/create-speech.ts'
import { createTranscription as makeCreateTranscription } from '../../../application/gateway/transcription/create-transcription.ts'
import { logDisconnects } from '../../observability/log-disconnects.ts'
import { firstTokens, keptLimits, keyedCalls, paidCallDeps, warmCaches } from '../metering.ts'
import { mediaAssets, wallets } from '../persistence.ts'
import { provision } from '../provision.ts'
import { catalog, converter, encoder, log, media, probe, providers, signer, urls } from '../resources.ts'
import { clock, monotonicMs, timer, tokens } from '../runtime.ts'

export const listModels = provision('listModels', makeListModels, { catalog })
export const retrieveModel = provision('retrieveModel', makeRetrieveModel, { catalog })
export const supportedParameters = provision('supportedParameters', makeSupportedParameters, {
  chatProviders: providers.chat,
  imageProviders: providers.image,
})

const chatDeps = { ...paidCallDeps, warmCaches, keptLimits, providers: providers.chat, tokens }
const completeChat = provision('completeChat', makeCompleteChat, chatDeps)
const disconnects = provision(
  'unpaidDisconnects',
  (deps) => unpaidDisconnects(deps.monotonicMs, logDisconnects({ log: deps.log })),
  { monotonicMs, log },
)
export const stoppableReads = provision('stoppableReads', makeStoppableReads, {})
const streamChat = provision('streamChat', makeStreamChat, {
  ...chatDeps,
  timer,
  monotonicMs,
  unpaidDisconnects: disconnects,
  stoppableReads,
  firstTokens,
})
const ignoredChatFields = provision('ignoredChatFields', makeIgnoredChatFields, { catalog, providers: providers.chat })

const createImage = provision('createImage', makeCreateImage, {
  ...paidCallDeps,
  providers: providers.image,
  tokens,
  urls,
  converter,
  media,
  mediaAssets,
  signer,
  clock,
})
const ignoredImageFields = provision('ignoredImageFields', makeIgnoredImageFields, {
  catalog,
  providers: providers.image,
})

const createSpeech = provision('createSpeech', makeCreateSpeech, {
  ...paidCallDeps,
  providers: providers.speech,
  encoder,
})

const createTranscription = provision('createTranscription', makeCreateTranscription, {
  ...paidCallDeps,
  providers: providers.transcription,
  wallets,
  probe,
  tokens,
})

export const hidesReasoning = provision('hidesReasoning', makeHidesReasoning, { catalog })
export const thinksWithTools = provision('thinksWithTools', makeThinksWithTools, { catalog })
export const nativeReach = provision('nativeReach', makeNativeReach, { catalog })
export const countInputTokens = provision('countInputTokens', makeCountInputTokens, { catalog, tokens })

/** The dependencies of all chat endpoints. */
export const chatAnswerDeps = { completeChat, streamChat, ignoredChatFields, clock, keyedCalls }

const createEmbeddings = provision('createEmbeddings', makeCreateEmbeddings, {
  ...paidCallDeps,
  providers: providers.embedding,
  tokens,
})

const imageEndpointDeps = { createImage, ignoredImageFields, keyedCalls, clock }

export const gatewayEndpoints = [
  provision('createChatCompletionEndpoint', createChatCompletionEndpoint, chatAnswerDeps),
  provision('generateImagesEndpoint', generateImagesEndpoint, imageEndpointDeps),
  provision('editImagesEndpoint', editImagesEndpoint, imageEndpointDeps),
  provision('createSpeechEndpoint', createSpeechEndpoint, { createSpeech, keyedCalls }),
  provision('createTranscriptionEndpoint', createTranscriptionEndpoint, { createTranscription, keyedCalls }),
  provision('createTranslationEndpoint', createTranslationEndpoint, { createTranscription, keyedCalls }),
  provision('createEmbeddingsEndpoint', createEmbeddingsEndpoint, { createEmbeddings, keyedCalls }),
]
