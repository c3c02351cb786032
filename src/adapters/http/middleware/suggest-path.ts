import { editDistance } from '../../../domain/edit-distance.ts'

/** Addresses of OpenAI's API that this service does not have, and the address to use instead. */
const REPLACEMENTS: ReadonlyMap<string, string | null> = new Map([
  ['/v1/completions', '/v1/chat/completions'],
  ['/v1/complete', '/v1/chat/completions'],
  ['/v1/assistants', '/v1/chat/completions'],
  ['/v1/threads', '/v1/chat/completions'],
  ['/v1/realtime', '/v1/chat/completions'],
  ['/api/chat', '/v1/chat/completions'],
  ['/api/generate', '/v1/chat/completions'],
  ['/api/tags', '/v1/models'],
  ['/v1/engines', '/v1/models'],
  ['/v1/images/variations', '/v1/images/edits'],
  ['/v1/responses/compact', null],
  ['/v1/rerank', null],
  ['/v1/moderations', null],
  ['/v1/files', null],
  ['/v1/batches', null],
  ['/v1/fine_tuning', null],
  ['/v1/vector_stores', null],
])

/** Azure's addresses name a deployment; here the body names a model. */
const AZURE = '/openai/deployments/'

/** Cancels a response that is made in the background, and none is. */
const CANCEL = '/v1/responses/{id}/cancel'
const CANCEL_PATH = /^\/v1\/responses\/[^/]+\/cancel$/

/** No address of this service is longer; a longer one is not compared. */
const MAX_PATH_LENGTH = 80

const MAX_EDITS = 3

/** The pattern with the words of the path at its parameters, so that only the fixed words are compared. */
const filled = (pattern: string, words: readonly string[]): string =>
  pattern
    .split('/')
    .map((word, at) => (/^[:*]/.test(word) ? (words[at] ?? word) : word))
    .join('/')

/** Whether a parameter of the pattern would stand for nothing, as that of `/docs/:page` in `/docs/`. */
const leavesEmpty = (pattern: string, words: readonly string[]): boolean =>
  pattern.split('/').some((word, at) => /^[:*]/.test(word) && words[at] === '')

/** Frequent mistakes: a doubled slash, a missing or doubled prefix, a slash at the end. */
const corrections = (path: string): readonly string[] => {
  const single = path.replace(/\/{2,}/g, '/')
  return [single, `/v1${single}`, single.replace(/^\/v1\/v1(?=\/|$)/, '/v1'), single.replace(/\/$/, '')]
}

const closestPattern = (path: string, patterns: readonly string[]): string | null => {
  const words = path.split('/')
  const near = patterns
    .filter((pattern) => pattern.split('/').length === words.length && !leavesEmpty(pattern, words))
    .map((pattern) => ({ pattern, edits: editDistance(path, filled(pattern, words), MAX_EDITS) }))
    .filter(({ edits }) => edits <= MAX_EDITS)
    .toSorted((one, other) => one.edits - other.edits)
  return near[0]?.pattern.replace(/[:*]([a-z_]+)/g, '{$1}') ?? null
}

/** Programs add the rest of an address to a base URL, of which both forms are usual. */
const BASE_URL = 'The base URL of a client ends in `/v1`, or with the host where the client adds `/v1` itself.'

/** Whether a client has added the right rest of this address to a wrong base URL. */
const hasWrongBase = (path: string, pattern: string): boolean =>
  pattern.startsWith('/v1/') && path !== pattern && path.endsWith(pattern.slice('/v1'.length))

/**
 * What a client has meant whose base URL is a whole address, as of `/v1/embeddings/embeddings`; null for other paths.
 * The longest address is meant of those that the path ends with.
 */
export const suggestBaseUrl = (path: string, patterns: readonly string[]): string | null => {
  if (path.length > MAX_PATH_LENGTH) return null
  const [meant] = patterns
    .filter((pattern) => hasWrongBase(path, pattern))
    .toSorted((one, other) => other.length - one.length)
  return meant === undefined ? null : `did you mean \`${meant}\`? ${BASE_URL}`
}

/** The known address at or above this path: `/v1/threads/abc/runs` is under `/v1/threads`. */
const known = (path: string): string | undefined => {
  if (path.startsWith(AZURE)) return AZURE
  if (CANCEL_PATH.test(path)) return CANCEL
  return [...REPLACEMENTS.keys()].find((each) => path === each || path.startsWith(`${each}/`))
}

/** What to use in place of an address that other services have and this one has not; null for other addresses. */
export const suggestReplacement = (path: string): string | null => {
  const instead = known(path)
  if (instead === undefined) return null
  if (instead === AZURE) return 'Deployments have no address here; use `/v1/chat/completions` and name the model.'
  const use = REPLACEMENTS.get(instead)
  return typeof use === 'string'
    ? `\`${instead}\` is not offered; use \`${use}\`.`
    : `\`${instead}\` is not offered; see \`/docs\` for what is.`
}

const NOTHING = 'There is nothing at this address'

/**
 * A sentence for an unknown address: what to use instead, or a similar address among `patterns`; null if there is
 * none. It repeats nothing of the unknown path.
 */
export const suggestPath = (path: string, patterns: readonly string[]): string | null => {
  if (path.length > MAX_PATH_LENGTH) return null
  for (const candidate of corrections(path)) {
    const replacement = suggestReplacement(candidate)
    if (replacement !== null) return replacement
  }
  for (const candidate of corrections(path)) {
    const near = closestPattern(candidate, patterns)
    if (near === null) continue
    const base = hasWrongBase(path, near) ? ` ${BASE_URL}` : ''
    return `${NOTHING}; did you mean \`${near}\`?${base}`
  }
  const base = suggestBaseUrl(path, patterns)
  return base === null ? null : `${NOTHING}; ${base}`
}
