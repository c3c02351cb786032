import type { Schemas } from '../../api/api-types.ts'

type Model = Schemas['CatalogModel']

/** What a reader pastes, one block behind the other, to call this service in one way. */
export interface FirstCallSample {
  readonly client: string
  readonly blocks: readonly string[]
}

/** The model of the samples: one that can call tools, of the sandbox only where the service has nothing else. */
export const modelOfSamples = (models: readonly Model[]): Model | undefined => {
  const able = models.filter(({ kind, capabilities }) => kind === 'chat' && capabilities.includes('tools'))
  return (
    able.find(({ owned_by: owner }) => owner !== 'sandbox') ??
    able.find(({ id }) => id === 'sandbox/tools') ??
    able[0] ??
    models.find(({ kind }) => kind === 'chat')
  )
}

const curl = (origin: string, model: string): string => `curl '${origin}/v1/chat/completions' \\
  -H "Authorization: Bearer $GATEWAY_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`

const python = (origin: string, model: string): string => `import os
from openai import OpenAI

client = OpenAI(api_key=os.environ["GATEWAY_KEY"], base_url="${origin}/v1")
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`

const typescript = (origin: string, model: string): string => `import OpenAI from 'openai'

const client = new OpenAI({ apiKey: process.env.GATEWAY_KEY, baseURL: '${origin}/v1' })
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0]?.message.content)`

const codexConfig = (origin: string, { id, limits }: Model): string =>
  [
    '# ~/.codex/config.toml',
    `model = "${id}"`,
    'model_provider = "gateway"',
    ...(limits.context_tokens === null ? [] : [`model_context_window = ${limits.context_tokens}`]),
    '',
    '[model_providers.gateway]',
    'name = "Gateway"',
    `base_url = "${origin}/v1"`,
    'env_key = "GATEWAY_KEY"',
    'wire_api = "responses"',
  ].join('\n')

const claude = (origin: string, { id, limits }: Model): string =>
  [
    `export ANTHROPIC_BASE_URL=${origin}`,
    'export ANTHROPIC_AUTH_TOKEN=$GATEWAY_KEY',
    `export ANTHROPIC_MODEL=${id}`,
    `export ANTHROPIC_DEFAULT_HAIKU_MODEL=${id}`,
    ...(limits.context_tokens === null ? [] : [`export CLAUDE_CODE_MAX_CONTEXT_TOKENS=${limits.context_tokens}`]),
    'export CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY=1',
    'claude -p "Run a command"',
  ].join('\n')

/** Each way to make the first call; Codex and Claude Code as their pages in `docs/clients` have them. */
export const firstCallSamples = (origin: string, model: Model): readonly FirstCallSample[] => [
  { client: 'curl', blocks: [curl(origin, model.id)] },
  { client: 'Python', blocks: ['pip install openai', python(origin, model.id)] },
  { client: 'TypeScript', blocks: ['npm install openai', typescript(origin, model.id)] },
  {
    client: 'Codex',
    blocks: [
      'npm install --global @openai/codex',
      codexConfig(origin, model),
      'codex exec --skip-git-repo-check "Run a command"',
    ],
  },
  { client: 'Claude Code', blocks: ['npm install --global @anthropic-ai/claude-code', claude(origin, model)] },
]
