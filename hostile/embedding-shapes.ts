import type { Shape } from './body-shapes.ts'

const embedding = (name: string, input: (bytes: number) => string): Shape => ({
  name: `input: ${name}`,
  make: (bytes) => Buffer.from(`{"model":"sandbox/embedding","input":${input(bytes)}}`),
})

const list = (unit: string, bytes: number): string =>
  `[${`${unit},`.repeat(Math.max(0, Math.floor(bytes / (unit.length + 1)) - 1))}${unit}]`

/** Inputs of a model that exists, as large as the endpoint takes them. */
export const EMBEDDING_INPUTS: readonly Shape[] = [
  embedding('many short texts', (n) => list('"a"', n)),
  embedding('texts of a thousand characters', (n) => list(`"${'ab '.repeat(333)}"`, n)),
  embedding('one long text', (n) => `"${'a b '.repeat(n / 4)}"`),
  embedding('one long word', (n) => `"${'a'.repeat(n)}"`),
  embedding('token numbers', (n) => list('100256', n)),
  embedding('lists of token numbers', (n) => list(list('100256', 8_000), n)),
  embedding('many lists of one token', (n) => list('[1]', n)),
  embedding('deep lists', (n) => `${'['.repeat(n / 2)}1${']'.repeat(n / 2)}`),
]
