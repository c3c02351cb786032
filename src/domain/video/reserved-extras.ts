import { normalizedName, findForbiddenField, nameWords } from '../parameters/request-fields.ts'
import { isGiven } from '../json.ts'

/** Fields of the specification, which have a meaning and a price of their own: in another spelling they are refused. */
const OWN: ReadonlySet<string> = new Set(
  ['model', 'prompt', 'seconds', 'size', 'input_reference', 'generate_audio', 'seed', 'negative_prompt'].map(
    normalizedName,
  ),
)

/** Names that choose how much is made, of whose objects, or what a careless server takes for its own. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'n',
  'task',
  'prompt',
  'instances',
  'parameters',
  'lengthseconds',
  'numberofvideos',
  'framespersecond',
  'previousinteractionid',
  'webhookconfig',
  'cachedcontent',
  'servicetier',
  'storageuri',
  'proto',
  'prototype',
  'constructor',
])

/**
 * Words of which one in a name is enough: what changes the price (length, size, quality, sound, number), images and
 * videos to begin from, objects by their id or address, places to write to, and the account's own settings.
 */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  `duration second seconds secs length fps framerate frame frames resolution quality upscale upscaler upscaling
  sample samples count num number size width height aspect ratio tier priority quota budget
  audio sound music speech voice image images picture pictures video videos clip clips mask reference references
  extend extension input inputs content contents format response delivery stream background store
  id ids url urls uri uris href link links file files asset assets upload bucket storage endpoint topic pubsub
  webhook webhooks callback callbacks notify notification
  model models agent tool tools plugin plugins mcp search session conversation interaction thread previous
  cache cached account project organization organisation org tenant owner label labels billing
  key keys token tokens secret credential credentials authorization header headers
  instruction instructions`.split(/\s+/),
)

/** An address, or a file that is written out. */
const NAMES_A_PLACE = /^\s*(?:(?:[a-z][a-z0-9+.-]{0,30}:)?\/\/|(?:data|gs|s3|file|blob|urn|javascript):)/i
const MAX_TEXT_CHARS = 2_000

/** A name without seams (`durationseconds`, `LASTFRAME`) is reserved by its first or its last word. */
const RESERVED_AFFIXES = [...RESERVED_WORDS].filter(({ length }) => length >= 3)

const hasReservedAffix = (folded: string): boolean =>
  RESERVED_AFFIXES.some((word) => folded.startsWith(word) || folded.endsWith(word))

const isReservedName = (name: string): boolean => {
  const folded = normalizedName(name)
  return (
    RESERVED_NAMES.has(folded) || hasReservedAffix(folded) || nameWords(name).some((word) => RESERVED_WORDS.has(word))
  )
}

const isReservedValue = (value: unknown): boolean =>
  typeof value === 'string' && (value.length > MAX_TEXT_CHARS || NAMES_A_PLACE.test(value))

/**
 * The path of the first provider-specific field that may not be passed on, at any depth, through lists and however it
 * is spelt; null when all may. `reservedNames` are folded names that this provider's wire has for itself.
 */
export const reservedExtra = (
  extras: Readonly<Record<string, unknown>>,
  reservedNames: ReadonlySet<string> = new Set(),
): string | null => {
  const own = Object.entries(extras).find(([name, value]) => isGiven(value) && OWN.has(normalizedName(name)))
  if (own !== undefined) return own[0]
  return findForbiddenField(
    extras,
    (name, value) => isReservedName(name) || reservedNames.has(normalizedName(name)) || isReservedValue(value),
  )
}
