import type { ChatLimits, Model } from '../catalog/model.ts'

type NamedCount = readonly [name: string, value: number]

const SIZE = /^(?:[1-9]\d{0,4}x[1-9]\d{0,4}|[a-z]+)$/

const countProblems = (counts: readonly NamedCount[]): readonly string[] =>
  counts
    .filter(([, value]) => !(Number.isSafeInteger(value) && value >= 1))
    .map(([name]) => `${name} must be a whole number of at least 1`)

const sizeProblems = (sizes: ReadonlySet<string> | null): readonly string[] =>
  [...(sizes ?? [])].filter((size) => !SIZE.test(size)).map((size) => `'${size}' is no size like 1280x720`)

const chatProblems = (limits: ChatLimits): readonly string[] => [
  ...countProblems([
    ['default_output_tokens', limits.defaultOutputTokens],
    ['max_output_tokens', limits.maxOutputTokens],
    ['max_choices', limits.maxChoices],
    ['image_input_tokens', limits.imageInputTokens],
  ]),
  ...(limits.defaultOutputTokens > limits.maxOutputTokens
    ? ['default_output_tokens is above max_output_tokens: more would be held than can be delivered']
    : []),
  ...(limits.contextTokens !== null && limits.contextTokens < limits.maxOutputTokens
    ? ['context_tokens is below max_output_tokens']
    : []),
]

export const limitProblems = (model: Model): readonly string[] => {
  switch (model.kind) {
    case 'chat':
      return chatProblems(model.limits)
    case 'image':
      return [
        ...countProblems([
          ['max_images', model.limits.maxImages],
          ['input_tokens_per_image', model.limits.inputTokensPerImage],
          ['output_tokens_per_image', model.limits.outputTokensPerImage],
        ]),
        ...sizeProblems(model.limits.sizes),
      ]
    case 'speech':
      return countProblems([['output_tokens_per_character', model.limits.outputTokensPerCharacter]])
    case 'video':
      return [
        ...countProblems([...(model.limits.seconds ?? [])].map((value) => ['seconds', value])),
        ...[...(model.limits.seconds ?? [])].filter((value) => value > 60).map(() => 'seconds are 60 at most'),
        ...sizeProblems(model.limits.sizes),
      ]
  }
}
