import { chatTurn } from '../../application/conversations/chat-turn.ts'
import { createGeneration } from '../../application/conversations/create-generation.ts'
import { sendMessage } from '../../application/conversations/send-message.ts'
import * as port from './port-tokens.ts'
import * as resource from './resource-tokens.ts'
import { provide, type Provision } from './token.ts'
import * as use from './use-case-tokens.ts'

const { clock, conversations, idempotency, ids, unitOfWork, wallets } = port

/** What the bracket of everything charged in tokens needs. */
const chargedTurnDeps = {
  ledger: resource.ledger,
  settlements: use.settlements,
  instance: resource.instance,
  unitOfWork,
  wallets,
  idempotency,
  running: use.runningClaims,
  ids,
}

/** What an exchange with a model is made with. */
const exchangeDeps = {
  ...chargedTurnDeps,
  catalog: resource.catalog,
  conversations,
  chatProviders: resource.chatProviders,
  circuits: use.circuits,
  tokens: port.tokenCounter,
  urls: resource.urlFetcher,
  media: resource.mediaStore,
  signer: resource.mediaSigner,
  clock,
}

/** What a text is said and answered with, after what was said before. */
const textTurnDeps = {
  ...exchangeDeps,
  providers: resource.chatProviders,
  messages: port.messages,
  mediaAssets: port.mediaAssets,
}

/** The use cases that are charged in tokens and answered at once. */
export const turnProvisions: readonly Provision[] = [
  provide(use.sendMessage, sendMessage, textTurnDeps),
  provide(use.chatTurn, chatTurn, textTurnDeps),
  provide(
    use.createGeneration,
    ({ chatProviders, imageProviders, converter, ...deps }) => {
      const { circuits, tokens } = deps
      const chat = { providers: chatProviders, circuits, tokens }
      return createGeneration({ ...deps, chat, images: { providers: imageProviders, circuits, tokens, converter } })
    },
    { ...exchangeDeps, imageProviders: resource.imageProviders, converter: resource.imageConverter },
  ),
]
