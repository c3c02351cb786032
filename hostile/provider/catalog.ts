import { readFile, writeFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { ANSWERS } from './answers.ts'

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

const imageModel = {
  id: IMAGE_MODEL,
  kind: 'image',
  deployments: [{ provider: 'hostile-images', model: 'images' }],
  tariff: { unit: 'image', price: '1' },
}

/** Writes the catalogue of the repository with the hostile models. */
export const writeCatalog = async (from: string, to: string): Promise<void> => {
  const { providers, models, ...rest } = parse(await readFile(from, 'utf8')) as Catalog
  const hostile = Object.keys(ANSWERS).flatMap((answer) =>
    Array.from({ length: MODELS_OF_ONE_ANSWER }, (_, index) => chatModel(modelOf(answer, index), 'hostile')),
  )
  const written = {
    ...rest,
    providers: [
      ...providers,
      { id: 'hostile', adapter: 'openai-compatible' },
      { id: 'hostile-messages', adapter: 'anthropic' },
      { id: 'hostile-images', adapter: 'openai' },
    ],
    models: [...models, ...hostile, chatModel(THINKING_MODEL, 'hostile-messages'), imageModel],
  }
  await writeFile(to, JSON.stringify(written))
}

export const hostileEnvironment = (providerPort: number): NodeJS.ProcessEnv => ({
  HOSTILE_API_KEY: 'hostile',
  HOSTILE_BASE_URL: `http://127.0.0.1:${providerPort}/v1`,
  HOSTILE_IMAGES_API_KEY: 'hostile',
  HOSTILE_IMAGES_BASE_URL: `http://127.0.0.1:${providerPort}/v1`,
  HOSTILE_MESSAGES_API_KEY: 'hostile',
  HOSTILE_MESSAGES_BASE_URL: 'http://127.0.0.1:1/v1',
})
