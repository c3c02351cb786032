import { readFile, writeFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { ANSWERS } from './answers.ts'
import type { Asking } from './answers.ts'

/** A model whose provider, of Anthropic's wire, is given back its thoughts. Nothing listens at its address. */
export const THINKING_MODEL = 'hostile/thinking'

/** A model whose images are as large as the prompt says. */
export const IMAGE_MODEL = 'hostile/images'

/**
 * Each answer is asked of a model that has not failed before: the gateway leaves out a deployment after five failures,
 * and then answers at once.
 */
const MODELS_OF_ONE_ANSWER = 16

const modelOf = (answer: string, index: number): string => `hostile/${answer}-${index}`

/** The name of the answer in the name of a model. */
export const answerOf = (model: string): string => model.replace(/-\d{1,3}$/, '')

/** Gives the models of one answer in turn. */
export const modelsOf = (answer: string): (() => string) => {
  let asked = 0
  return () => modelOf(answer, asked++ % MODELS_OF_ONE_ANSWER)
}

interface Catalog {
  readonly providers: readonly unknown[]
  readonly models: readonly unknown[]
}

const chatModel = (id: string, provider: string) => ({
  id,
  kind: 'chat',
  capabilities: ['tools', 'json_schema', 'image_input'],
  limits: { default_output_tokens: 100, max_output_tokens: 32_000 },
  deployments: [{ provider, model: id.slice(id.indexOf('/') + 1) }],
  tariff: { unit: 'tokens', input_per_million: '1', output_per_million: '1' },
})

const PER_MILLION = { tariff: { unit: 'characters', per_million: '1' } }
const PER_IMAGE = { tariff: { unit: 'image', price: '1' } }

/** What a model has beside its name, by how it is asked. */
const KINDS: Readonly<Record<Exclude<Asking, 'chat' | 'google_chat'>, object>> = {
  images: { kind: 'image', ...PER_IMAGE },
  google_images: { kind: 'image', ...PER_IMAGE },
  speech: { kind: 'speech', ...PER_MILLION },
  google_speech: { kind: 'speech', ...PER_MILLION },
  embeddings: {
    kind: 'embedding',
    limits: { max_input_tokens: 8_192 },
    tariff: { unit: 'tokens', input_per_million: '1' },
  },
}

/** The provider of each way of asking. */
const PROVIDERS: Readonly<Record<Asking, string>> = {
  chat: 'hostile',
  embeddings: 'hostile-images',
  images: 'hostile-images',
  speech: 'hostile-images',
  google_chat: 'hostile-google',
  google_images: 'hostile-google',
  google_speech: 'hostile-google',
}

const modelAsked = (id: string, asking: Asking): unknown => {
  if (asking === 'chat' || asking === 'google_chat') return chatModel(id, PROVIDERS[asking])
  return { id, ...KINDS[asking], deployments: [{ provider: PROVIDERS[asking], model: id.slice(id.indexOf('/') + 1) }] }
}

const imageModel = {
  id: IMAGE_MODEL,
  kind: 'image',
  deployments: [{ provider: 'hostile-images', model: 'images' }],
  tariff: { unit: 'image', price: '1' },
}

/** Writes the catalogue of the repository with the hostile models. */
export const writeCatalog = async (from: string, to: string): Promise<void> => {
  const { providers, models, ...rest } = parse(await readFile(from, 'utf8')) as Catalog
  const hostile = Object.entries(ANSWERS).flatMap(([answer, { asking = 'chat' }]) =>
    Array.from({ length: MODELS_OF_ONE_ANSWER }, (_, index) => modelAsked(modelOf(answer, index), asking)),
  )
  const written = {
    ...rest,
    providers: [
      ...providers,
      { id: 'hostile', adapter: 'openai-compatible' },
      { id: 'hostile-messages', adapter: 'anthropic' },
      { id: 'hostile-images', adapter: 'openai' },
      { id: 'hostile-google', adapter: 'google' },
    ],
    models: [...models, ...hostile, chatModel(THINKING_MODEL, 'hostile-messages'), imageModel],
  }
  await writeFile(to, JSON.stringify(written))
}

export const hostileEnvironment = (providerPort: number): NodeJS.ProcessEnv => ({
  HOSTILE_API_KEY: 'hostile',
  HOSTILE_BASE_URL: `http://127.0.0.1:${providerPort}/v1`,
  HOSTILE_GOOGLE_API_KEY: 'hostile',
  HOSTILE_GOOGLE_BASE_URL: `http://127.0.0.1:${providerPort}/v1`,
  HOSTILE_IMAGES_API_KEY: 'hostile',
  HOSTILE_IMAGES_BASE_URL: `http://127.0.0.1:${providerPort}/v1`,
  HOSTILE_MESSAGES_API_KEY: 'hostile',
  HOSTILE_MESSAGES_BASE_URL: 'http://127.0.0.1:1/v1',
})
