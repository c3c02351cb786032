import { isRight } from 'fp-ts/lib/Either.js'
import { isPublicAddress } from '../../../domain/addresses/public-address.ts'
import { publicUrl } from '../../../domain/media/public-url.ts'
import { uuidOf } from '../../../domain/uuid.ts'

/** Makes a provider's sentence fit to be shown to a caller. */
export type ScrubMessage = (text: string) => string

interface OurSecrets {
  /** Keys of all providers. */
  readonly keys: readonly string[]
  /** Base URLs of all providers. */
  readonly baseUrls: readonly string[]
}

const REDACTED = '[redacted]'
const ADDRESS = '[address]'

/** What is read of a sentence, and what is shown of it. */
export const MAX_READ_CHARS = 4_000
const MAX_SHOWN_CHARS = 1_000

/** No key of other accounts is longer. Ours may be: as long as they are is what we know. */
const MAX_FOREIGN_KEY_CHARS = 2_000

const longestOf = (keys: readonly string[]): number =>
  keys.reduce((most, { length }) => Math.max(most, length), MAX_FOREIGN_KEY_CHARS)

/** Shorter texts are no secrets, and would tear words apart. */
const MIN_KEY_CHARS = 6

const WORD = /[^\s"'`<>(){},;|]+/g
const TOKEN = /[A-Za-z0-9_-]+/g

/** Keys and ids of accounts as providers write them, and the parts of a signed token. */
const KEY_SHAPES: readonly RegExp[] = [
  /^(?:sk|pk|rk|gsk|xai|hf|ghp|gho|ghs|r8|nvapi|pplx)[-_][A-Za-z0-9_-]{6,}$/,
  /^(?:org|proj|acct|wrkspc|team)[-_](?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{6,}$/,
  /^AIza[A-Za-z0-9_-]{10,}$/,
  /^A[KS]IA[A-Z0-9]{12,}$/,
  /^eyJ[A-Za-z0-9_-]{5,}$/,
  /^[0-9a-fA-F]{32,}$/,
]

/** Long texts of letters of both cases and digits are made by machines, not by people. */
const MIN_RANDOM_CHARS = 32
const isRandom = (token: string): boolean =>
  token.length >= MIN_RANDOM_CHARS && /[a-z]/.test(token) && /[A-Z]/.test(token) && /[0-9]/.test(token)

const isKey = (token: string): boolean =>
  isRandom(token) || uuidOf(token) !== null || KEY_SHAPES.some((shape) => shape.test(token))

/** `api_key=…`, `x-api-key:…`: whatever follows is secret. */
const NAMED_SECRET = /^([\w-]{0,40}(?:key|token|secret|password|authorization|credential|signature))([=:])(?=\S)/i
const SCHEME = /^(?:bearer|basic)[:=]?$/i

const HOST = /^[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/\S*)?$/
const IPV4 = /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{1,5})?\b/g
const IPV6 = /^\[?[0-9a-fA-F:.]{3,45}\]?$/
const ENDS_LOCALLY = /\.(?:internal|local|localdomain|svc|consul|lan|corp|intranet|cluster)(?:[:/]|$)/i

/** Marks that stand around a word and are none of it. */
const trimmed = (word: string): string => word.replace(/^[[\]]/, '').replace(/[.!?:\]]$/, '')

const isAddress = (word: string): boolean => {
  const bare = trimmed(word)
  if (bare.includes('@')) return true
  if (bare.includes('::') && IPV6.test(bare)) return isPublicAddress(bare.replace(/[[\]]/g, '')) !== null
  return HOST.test(bare) && ENDS_LOCALLY.test(bare)
}

/** An address of the web stays, without what may open it; any other is ours. */
const scrubUrl = (word: string): string => {
  const at = word.search(/[a-z][a-z0-9+.-]{0,20}:\/\//i)
  const [url = ''] = word.slice(Math.max(0, at)).split(/[?#]/, 1)
  const isPublic = isRight(publicUrl(url))
  const before = word.slice(0, Math.max(0, at)).replace(TOKEN, scrubToken)
  return `${before}${isPublic ? url.replace(TOKEN, scrubToken) : ADDRESS}`
}

const scrubToken = (token: string): string => (isKey(token) ? REDACTED : token)

const scrubWord = (word: string): string => {
  if (word.includes('://')) return scrubUrl(word)
  // A key that its provider has masked in the middle.
  if (word.includes('***')) return REDACTED
  const named = NAMED_SECRET.exec(word)
  if (named !== null) return `${named[1]}${named[2]}${REDACTED}`
  return isAddress(word) ? ADDRESS : word.replace(TOKEN, scrubToken).replace(IPV4, ADDRESS)
}

const scrubWords = (text: string): string => {
  let followsScheme = false
  return text.replace(WORD, (word) => {
    const isCredential = followsScheme
    followsScheme = SCHEME.test(word)
    return isCredential ? REDACTED : scrubWord(word)
  })
}

/** Whether a key, which travels in a header, may have this character; the words of many languages have others. */
const mayBeOfKey = (unit: number): boolean => unit > 0x20 && unit < 0x7f

const withoutLastWord = (text: string, mostChars: number): string => {
  const least = Math.max(0, text.length - mostChars)
  let end = text.length
  while (end > least && mayBeOfKey(text.charCodeAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/**
 * What is read of a text, cleaned. Of a text that is cut the last word is left out, since it may be a part of a key:
 * keys that stand in it whole are gone by then. Where no word ends for long, as much as a key may have is left out.
 */
const readOf = (clean: ScrubMessage, keys: readonly string[]): ScrubMessage => {
  const longest = longestOf(keys)
  return (text) =>
    text.length <= MAX_READ_CHARS ? clean(text) : withoutLastWord(clean(text.slice(0, MAX_READ_CHARS)), longest)
}

const hostsOf = (baseUrl: string): readonly string[] => {
  if (!URL.canParse(baseUrl)) return []
  const { host, hostname } = new URL(baseUrl)
  return host === hostname ? [host] : [host, hostname]
}

const withoutKeys = (keys: readonly string[]): ScrubMessage => {
  const secrets = keys.filter((key) => key.length >= MIN_KEY_CHARS).toSorted((a, b) => b.length - a.length)
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text)
}

/** A private key in its armour, and whatever stands behind it. */
const ARMOUR = '-----BEGIN '

const withoutArmour = (text: string): string => {
  const at = text.indexOf(ARMOUR)
  return at === -1 ? text : `${text.slice(0, at)}${REDACTED}`
}

/**
 * Makes a sentence that operators alone read fit for their log: without keys, with the addresses that they look for.
 */
export const keyScrubber = ({ keys }: Pick<OurSecrets, 'keys'>): ScrubMessage => {
  const read = readOf(withoutKeys(keys), keys)
  return (text) => withoutArmour(read(text)).replace(TOKEN, scrubToken)
}

/**
 * Cuts out of a provider's sentence our keys and addresses, to the letter, and whatever looks like a credential, an
 * account, a private host or an address of the network. Takes time in proportion to the text: each expression reads a
 * word from its beginning, or one class of characters.
 */
export const messageScrubber = ({ keys, baseUrls }: OurSecrets): ScrubMessage => {
  const cut = withoutKeys(keys)
  const read = readOf((text) => cut(text.replace(/\p{Cc}+/gu, ' ')), keys)
  const hosts = [...new Set(baseUrls.flatMap(hostsOf))].toSorted((a, b) => b.length - a.length)
  return (text) => {
    let clean = withoutArmour(read(text))
    for (const host of hosts) clean = clean.replaceAll(host, ADDRESS)
    return scrubWords(clean).slice(0, MAX_SHOWN_CHARS)
  }
}
