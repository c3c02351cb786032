/** One fenced block of a document. */
export interface CodeBlock {
  readonly language: string
  readonly text: string
}

export const blocksOf = (document: string): readonly CodeBlock[] =>
  [...document.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text: text.trimEnd(),
  }))

/**
 * A shell goes on after an error, and curl takes a refusal for an answer: before a pasted script, both are failures.
 */
export const STRICT_SHELL = 'set -eo pipefail\ncurl() { command curl --fail-with-body "$@"; }'
