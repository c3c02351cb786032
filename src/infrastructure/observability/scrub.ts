const REDACTED = '[redacted]'

/**
 * Fields whose values are never logged, whatever they hold, compared without case, `_` and `-`.
 * Bodies, prompts and answers belong to the callers; the rest would open their accounts or ours.
 */
const WITHHELD = new Set(
  `authorization proxyauthorization cookie setcookie xapikey apikey key secret
  password currentpassword newpassword passwordhash privatejwk
  token accesstoken refreshtoken idtoken confirmationurl
  prompt negativeprompt instructions messages content input text body tools
  link databaseurl redisurl smtpurl`.split(/\s+/),
)

const isWithheld = (name: string): boolean => WITHHELD.has(name.toLowerCase().replace(/[-_]/g, ''))

/** Field names come from our own code, so they are few. The bound holds where a record has names of a client. */
const MAX_KNOWN_NAMES = 1000
const knownNames = new Map<string, boolean>()

const isWithheldName = (name: string): boolean => {
  const withheld = isWithheld(name)
  if (knownNames.size < MAX_KNOWN_NAMES) knownNames.set(name, withheld)
  return withheld
}

/** API keys of ours, whatever stands before them, and of providers; and bearer credentials. */
const CREDENTIALS = /sk-aiagg-[\w-]{7,}|\bsk-[\w-]{16,}|(?:[Bb]earer|BEARER|[Bb]asic)\s+[A-Za-z0-9._~+/=-]{6,}/g

/** A run of the characters of signed tokens. Each is looked at once, however often a token seems to begin in it. */
const RUN = /(?<![\w.-])[\w.-]{12,}/g

/** How the header of a signed token begins: JSON, with `{"` first. */
const TOKEN_START = 'eyJ'
const TOKEN_HEADER = /eyJ[\w-]{8}/

/** Cuts a run where a signed token begins: a header with a point behind it. */
const scrubRun = (run: string): string => {
  let start = 0
  for (let end = run.indexOf('.'); end !== -1; end = run.indexOf('.', start)) {
    const at = run.slice(start, end).search(TOKEN_HEADER)
    if (at !== -1) return run.slice(0, start + at) + REDACTED
    start = end + 1
  }
  return run
}

/** The user and password of a URL. */
const USER_INFO = /:\/\/[^/@\s"]+@/g

/** Few lines have the beginning of a token, and to look for that costs much less than to look at each run. */
const scrubTokens = (text: string): string => (text.includes(TOKEN_START) ? text.replace(RUN, scrubRun) : text)

/** The text with anything that looks like a credential cut out, wherever it stands. */
export const scrubText = (text: string): string =>
  scrubTokens(text.replace(CREDENTIALS, REDACTED)).replace(USER_INFO, `://${REDACTED}@`)

const MAX_DEPTH = 8
const MAX_ITEMS = 50

/** The first items, and how many more there were: a list that was cut does not look whole. */
const scrubItems = (items: readonly unknown[], depth: number): readonly unknown[] => {
  const kept = items.slice(0, MAX_ITEMS).map((item) => scrub(item, depth))
  return items.length > MAX_ITEMS ? [...kept, `…${items.length - MAX_ITEMS} more`] : kept
}

/** Errors carry requests, answers and options in extra fields (HTTP clients do): only these are kept. */
const scrubError = (error: Error, depth: number): unknown => ({
  type: error.name,
  message: error.message,
  ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
  ...(error.stack === undefined ? {} : { stack: error.stack }),
  ...(error.cause === undefined ? {} : { cause: scrub(error.cause, depth - 1) }),
  ...(error instanceof AggregateError ? { errors: scrubItems(error.errors, depth - 1) } : {}),
})

const scrubFields = (value: object, depth: number): Record<string, unknown> => {
  const fields: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const field = (value as Readonly<Record<string, unknown>>)[name]
    if (field === null || field === undefined) fields[name] = field
    else if (knownNames.get(name) ?? isWithheldName(name)) fields[name] = REDACTED
    else fields[name] = typeof field === 'object' || typeof field === 'bigint' ? scrub(field, depth - 1) : field
  }
  return fields
}

/**
 * A copy fit for a log: withheld fields gone at any depth, errors reduced to what explains them, bytes to
 * their count. Never throws for a cycle: what lies too deep is left out. Text is searched by `scrubText`
 * once the record is one line.
 */
export const scrub = (value: unknown, depth: number = MAX_DEPTH): unknown => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth <= 0) return '[deeper]'
  if (value instanceof Error) return scrubError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return scrubItems(value, depth - 1)
  if (value instanceof Map) return scrubFields(Object.fromEntries<unknown>(value), depth)
  if (value instanceof Set) return scrub([...value], depth)
  return scrubFields(value, depth)
}

/** The fields of one log record. */
export const scrubRecord = (record: object): Record<string, unknown> =>
  record instanceof Error ? { err: scrub(record) } : scrubFields(record, MAX_DEPTH)
