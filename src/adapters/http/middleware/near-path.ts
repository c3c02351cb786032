/** Addresses that clients of this wire know and this service has not, and what does the work here. */
const INSTEAD: ReadonlyMap<string, string | null> = new Map([
  ['/v1/responses', '/v1/chat/completions'],
  ['/v1/messages', '/v1/chat/completions'],
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
  ['/v1/embeddings', null],
  ['/v1/rerank', null],
  ['/v1/moderations', null],
  ['/v1/audio/transcriptions', null],
  ['/v1/audio/translations', null],
  ['/v1/files', null],
  ['/v1/batches', null],
  ['/v1/fine_tuning', null],
  ['/v1/vector_stores', null],
])

/** Azure's addresses name a deployment where ours name a model in the body. */
const AZURE = '/openai/deployments/'

/** No address of ours is longer; what is longer is compared with none. */
const LONGEST_PATH = 80

const MOST_EDITS = 3

const TOO_MANY = MOST_EDITS + 1

/**
 * How many letters are to be changed, put in or left out, `TOO_MANY` for any number above `MOST_EDITS`. Only places
 * that few edits can bring together are compared, so the work grows with the length and not with its square.
 */
const editsBetween = (one: string, other: string): number => {
  if (Math.abs(one.length - other.length) > MOST_EDITS) return TOO_MANY
  let above = Uint8Array.from({ length: other.length + 2 }, (_, at) => Math.min(at, TOO_MANY))
  let line = new Uint8Array(other.length + 2)
  for (let row = 1; row <= one.length; row += 1) {
    const [from, to] = [Math.max(1, row - MOST_EDITS), Math.min(other.length, row + MOST_EDITS)]
    line[from - 1] = from === 1 ? Math.min(row, TOO_MANY) : TOO_MANY
    let least = line[from - 1] ?? TOO_MANY
    for (let at = from; at <= to; at += 1) {
      const change = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1)
      const edits = Math.min(change, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, TOO_MANY)
      line[at] = edits
      least = Math.min(least, edits)
    }
    line[to + 1] = TOO_MANY
    if (least === TOO_MANY) return TOO_MANY
    ;[above, line] = [line, above]
  }
  return above[other.length] ?? 0
}

/** The pattern with the path's own words where it has parameters, so that only the fixed words are compared. */
const filled = (pattern: string, words: readonly string[]): string =>
  pattern
    .split('/')
    .map((word, at) => (/^[:*]/.test(word) ? (words[at] ?? word) : word))
    .join('/')

/** Frequent slips: a doubled slash, a prefix that is missing or there twice. */
const repaired = (path: string): readonly string[] => {
  const single = path.replace(/\/{2,}/g, '/')
  return [single, `/v1${single}`, single.replace(/^\/v1\/v1(?=\/|$)/, '/v1')]
}

const nearest = (path: string, patterns: readonly string[]): string | null => {
  const words = path.split('/')
  const near = patterns
    .filter((pattern) => pattern.split('/').length === words.length)
    .map((pattern) => ({ pattern, edits: editsBetween(path, filled(pattern, words)) }))
    .filter(({ edits }) => edits <= MOST_EDITS)
    .toSorted((one, other) => one.edits - other.edits)
  return near[0]?.pattern.replace(/[:*]([a-z_]+)/g, '{$1}') ?? null
}

/** The known address at or above this path: `/v1/threads/abc/runs` is under `/v1/threads`. */
const known = (path: string): string | undefined => {
  if (path.startsWith(AZURE)) return AZURE
  return [...INSTEAD.keys()].find((each) => path === each || path.startsWith(`${each}/`))
}

/**
 * A sentence for an address where nothing is: what to use instead, or what is near among `patterns`; null where
 * nothing is. Nothing of the path that is not ours is repeated.
 */
export const nearPath = (path: string, patterns: readonly string[]): string | null => {
  if (path.length > LONGEST_PATH) return null
  for (const candidate of repaired(path)) {
    const instead = known(candidate)
    if (instead === AZURE) return 'Deployments have no address here; use `/v1/chat/completions` and name the model.'
    if (instead !== undefined) {
      const use = INSTEAD.get(instead)
      return typeof use === 'string'
        ? `\`${instead}\` is not offered; use \`${use}\`.`
        : `\`${instead}\` is not offered; see \`/docs\` for what is.`
    }
  }
  for (const candidate of repaired(path)) {
    const near = nearest(candidate, patterns)
    if (near !== null) return `There is nothing at this address; did you mean \`${near}\`?`
  }
  return null
}
