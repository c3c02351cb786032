import { readCatalogEndpoint } from '../../adapters/http/service/catalog/read-catalog.ts'
import { createGenerationEndpoint } from '../../adapters/http/account/generations/create-generation.ts'
import { createVideoGenerationEndpoint } from '../../adapters/http/account/generations/create-video-generation.ts'
import { readVideoGenerationEndpoint } from '../../adapters/http/account/generations/read-video-generation.ts'
import { createChatTurnEndpoint } from '../../adapters/http/account/turns/create-chat-turn.ts'
import { sendMessageEndpoint } from '../../adapters/http/account/turns/send-message.ts'
import { createGeneration as makeCreateGeneration } from '../../application/conversations/generations/create-generation.ts'
import { chatTurn as makeChatTurn } from '../../application/conversations/turns/chat-turn.ts'
import { sendMessage as makeSendMessage } from '../../application/conversations/turns/send-message.ts'
import { createVideoGeneration as makeCreateVideoGeneration } from '../../application/conversations/videos/create-video-generation.ts'
import { readVideoGeneration as makeReadVideoGeneration } from '../../application/conversations/videos/read-video-generation.ts'
import { supportedParameters } from './gateway/openai.ts'
import { keptLimits, keyedCalls, paidCallDeps, warmCaches } from './metering.ts'
import { conversations, mediaAssets, messages, unitOfWork, videoJobs, wallets } from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { catalog, converter, media, providers, signer, urls } from './resources.ts'
import { clock, timer, tokens } from './runtime.ts'
import { throttledVideoRefresh } from './gateway/videos.ts'

/** What everything that is charged in tokens needs. */
const turnDeps = {
  ...paidCallDeps,
  warmCaches,
  keptLimits,
  unitOfWork,
  wallets,
  conversations,
  tokens,
  urls,
  media,
  signer,
  clock,
}

const textTurnDeps = { ...turnDeps, chatProviders: providers.chat, providers: providers.chat, messages, mediaAssets }
const sendMessage = provision('sendMessage', makeSendMessage, textTurnDeps)
const chatTurn = provision('chatTurn', makeChatTurn, textTurnDeps)

const createGeneration = provision(
  'createGeneration',
  ({ images, ...deps }) => {
    const { chatProviders, circuits, warmCaches: caches, keptLimits: limits, tokens: counter } = deps
    return makeCreateGeneration({
      ...deps,
      chat: { providers: chatProviders, circuits, warmCaches: caches, keptLimits: limits, tokens: counter },
      images: { providers: images, circuits, tokens: counter, converter: deps.converter },
    })
  },
  { ...turnDeps, chatProviders: providers.chat, images: providers.image, converter },
)

const createVideoGeneration = provision('createVideoGeneration', makeCreateVideoGeneration, {
  ...turnDeps,
  providers: providers.video,
  timer,
})
const readVideoGeneration = provision('readVideoGeneration', makeReadVideoGeneration, {
  videoJobs,
  mediaAssets,
  refreshVideo: throttledVideoRefresh,
  signer,
  clock,
})

export const turnEndpoints = [
  provisionOf(readCatalogEndpoint, catalog, supportedParameters),
  provisionOf(sendMessageEndpoint, sendMessage, keyedCalls),
  provisionOf(createChatTurnEndpoint, chatTurn, keyedCalls),
  provisionOf(createGenerationEndpoint, createGeneration, keyedCalls),
  provisionOf(createVideoGenerationEndpoint, createVideoGeneration, keyedCalls),
  provisionOf(readVideoGenerationEndpoint, readVideoGeneration),
]
