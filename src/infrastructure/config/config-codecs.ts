import { isLeft } from 'fp-ts/lib/Either.js'
import { parseEmail } from '../../domain/identity/email-address.ts'
import { addressList } from '../../adapters/http/request/client-address.ts'
import type { AddressList } from '../../adapters/http/request/client-address.ts'
import { hostUrls } from '../../adapters/persistence/engine/database-hosts.ts'
import { parseMicro } from '../../domain/money/decimal.ts'
import * as t from 'io-ts'

/** A codec from the text of a variable; `read` answers null for what it refuses. */
const fromText = <A>(name: string, read: (text: string) => A | null): t.Type<A, A, unknown> =>
  new t.Type<A, A, unknown>(
    name,
    (_value): _value is A => true,
    (value, context) => {
      const result = typeof value === 'string' ? read(value) : null
      return result === null ? t.failure(value, context) : t.success(result)
    },
    (value) => value,
  )

/** Decimal digits only: `Number('')`, `'0x10'` and `'1e3'` are slips, not numbers. */
export const wholeNumber = (least: number, most: number): t.Type<number, number, unknown> =>
  fromText(`whole number ${least}..${most}`, (text) => {
    if (!/^\d{1,15}$/.test(text)) return null
    const value = Number(text)
    return value >= least && value <= most ? value : null
  })

/** A decimal from 0 to 1. */
export const fraction: t.Type<number, number, unknown> = fromText('fraction', (text) =>
  /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(text) ? Number(text) : null,
)

const PAIR = /^([\w!#$%&'*+.^`|~-]{1,256})=([\x21-\x2b\x2d-\x7e]{0,4096})$/

const decodedPair = (pair: string): readonly [string, string] | null => {
  const [, name = '', value = ''] = PAIR.exec(pair.trim()) ?? []
  try {
    const decoded = decodeURIComponent(value)
    // What stands between the escapes may go into a header.
    return name === '' || !/^[\x20-\x7e]*$/.test(decoded) ? null : [name, decoded]
  } catch {
    return null
  }
}

/** `name=value` pairs separated by commas, whose values are percent-encoded, as OpenTelemetry writes lists. */
export const pairs: t.Type<Readonly<Record<string, string>>, Readonly<Record<string, string>>, unknown> = fromText<
  Readonly<Record<string, string>>
>('pairs', (text) => {
  const found = text.split(',').map(decodedPair)
  return found.includes(null) ? null : Object.fromEntries(found.filter((pair) => pair !== null))
})

export const oneOf = <A extends string>(words: readonly A[]): t.Type<A, A, unknown> =>
  fromText(words.join('|'), (text) => words.find((word) => word === text.toLowerCase()) ?? null)

/** One of the words, written exactly so. */
export const exactly = <A extends string>(words: readonly A[]): t.Type<A, A, unknown> =>
  fromText(words.join('|'), (text) => words.find((word) => word === text) ?? null)

export const onOff: t.Type<boolean, boolean, unknown> = fromText('on|off', (text) => {
  const word = text.toLowerCase()
  if (word === 'on' || word === 'true' || word === '1') return true
  return word === 'off' || word === 'false' || word === '0' ? false : null
})

/** Anything printable on one line. */
export const anyText: t.Type<string, string, unknown> = fromText('text', (text) =>
  /[\p{Cc}]/u.test(text) ? null : text,
)

const parsedUrl = (text: string, protocols: readonly string[]): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && protocols.includes(url.protocol) && (url.hostname !== '' || url.pathname.length > 1)
    ? url
    : null
}

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * A driver drops what stands behind `#`, and takes `/` or `?` for the end of the host: a password that is not escaped
 * would have it look for another server. Such a URL has its `@` behind the host; an option with one needs `%40`.
 */
const parsedConnection = (text: string, protocols: readonly string[]): URL | null => {
  const url = parsedUrl(text, protocols)
  if (url === null || text.includes('#') || !isDecodable(text)) return null
  return url.pathname.includes('@') || url.search.includes('@') ? null : url
}

/** A connection string, kept as it was written: its query holds options of the driver. */
export const connectionUrl = (...protocols: readonly string[]): t.Type<string, string, unknown> =>
  fromText('connection URL', (text) => (parsedConnection(text, protocols) === null ? null : text))

/** A connection string of Redis. What is no number of a database would end the process when it connects. */
export const redisUrl: t.Type<string, string, unknown> = fromText('connection URL', (text) => {
  const url = parsedConnection(text, ['redis:', 'rediss:'])
  if (url === null) return null
  const names = [url.pathname.slice(1), ...url.searchParams.getAll('db')]
  return names.every((name) => /^\d{0,5}$/.test(name)) ? text : null
})

/** A connection string of PostgreSQL, which may name several hosts. */
export const databaseUrl: t.Type<string, string, unknown> = fromText('connection URL', (text) =>
  hostUrls(text).every((url) => parsedConnection(url, ['postgres:', 'postgresql:']) !== null) ? text : null,
)

/** An http(s) address without query and fragment; the trailing slash is dropped so that paths can be appended. */
const parsedBase = (text: string): string | null => {
  const url = parsedUrl(text, ['http:', 'https:'])
  if (url === null || url.search !== '' || url.hash !== '') return null
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** What the codec below takes, in the words of a refusal. */
export const BASE_URL = 'an http:// or https:// address without query'

export const baseUrl: t.Type<string, string, unknown> = fromText('base URL', parsedBase)

/** An address that everyone reads in links: a user and a password in it would be read with it. */
const parsedPublic = (text: string): string | null => {
  const base = parsedBase(text)
  if (base === null) return null
  const { username, password } = new URL(base)
  return username === '' && password === '' ? base : null
}

export const publicUrl: t.Type<string, string, unknown> = fromText('public address', parsedPublic)

/** The base URL of an SDK ends in `/v1`; with it here all links and signed addresses would have it twice. */
export const serviceUrl: t.Type<string, string, unknown> = fromText('address of the service', (text) => {
  const base = parsedPublic(text)
  return base?.endsWith('/v1') === true ? null : base
})

/** Addresses and networks separated by commas, as a question that can be asked of an address. */
export const addresses: t.Type<AddressList, AddressList, unknown> = fromText('addresses', (text) =>
  addressList(text.split(',').map((entry) => entry.trim())),
)

/** A browser compares whole origins: one with a star for a part of the name would match no page. */
const isOrigin = (entry: string): boolean =>
  !entry.includes('*') && parsedUrl(entry, ['http:', 'https:'])?.origin === entry

/** What browsers send as `Origin`, separated by commas, or `*` for every origin. */
export const originList: t.Type<readonly string[], readonly string[], unknown> = fromText<readonly string[]>(
  'origins',
  (text) => {
    const list = text.split(',').map((entry) => entry.trim())
    return list.every((entry) => entry === '*' || isOrigin(entry)) ? list : null
  },
)

/** Words separated by commas, at least one. */
export const words: t.Type<readonly string[], readonly string[], unknown> = fromText<readonly string[]>(
  'words',
  (text) => {
    const list = text.split(',').map((word) => word.trim())
    return list.includes('') || /[\p{Cc}]/u.test(text) ? null : list
  },
)

/** One mailbox, bare or with a name: `Gateway <no-reply@example.com>`. */
export const mailbox: t.Type<string, string, unknown> = fromText('mailbox', (text) => {
  const bare = /^[^<>,;:"\p{Cc}]*<([^<>]+)>$/u.exec(text)?.[1] ?? text
  return isLeft(parseEmail(bare)) ? null : text
})

/** What may stand in an Authorization header: visible ASCII, no spaces. */
export const apiKey: t.Type<string, string, unknown> = fromText('API key', (text) =>
  /^[\x21-\x7e]+$/.test(text) ? text : null,
)

/** The name alone: with an address in its place, each file would fail when its provider has already been paid. */
export const bucketName: t.Type<string, string, unknown> = fromText('bucket name', (text) =>
  /^[\w.-]{1,255}$/.test(text) ? text : null,
)

export interface NamedSecret {
  readonly kid: string
  readonly secret: string
}

/** `<id>:<secret>`, several with commas between them; ids differ and secrets have at least 32 characters. */
export const namedSecrets: t.Type<readonly NamedSecret[], readonly NamedSecret[], unknown> = fromText<
  readonly NamedSecret[]
>('named secrets', (text) => {
  const secrets = text.split(',').map((each) => /^\s*([\w-]{1,64}):([\x21-\x2b\x2d-\x7e]{32,})\s*$/.exec(each))
  const named = secrets.flatMap((found) => (found === null ? [] : [{ kid: found[1] ?? '', secret: found[2] ?? '' }]))
  const distinct = new Set(named.map(({ kid }) => kid)).size
  return named.length === secrets.length && distinct === named.length ? named : null
})

/** 32 bytes under which secrets are wrapped. */
export type MasterKey = Uint8Array

export const MASTER_KEY_BYTES = 32

const masterKey = (text: string): MasterKey | null => {
  const bytes = Buffer.from(text, 'base64')
  // Buffer skips what is no base64: only a text that reads back the same was meant as it was read.
  const isWhole = bytes.toString('base64') === text || bytes.toString('base64url') === text.replace(/={1,2}$/, '')
  return isWhole && bytes.length === MASTER_KEY_BYTES ? Uint8Array.from(bytes) : null
}

/** Keys in base64 with commas between them; no two are the same. */
export const masterKeys: t.Type<readonly MasterKey[], readonly MasterKey[], unknown> = fromText<readonly MasterKey[]>(
  'master keys',
  (text) => {
    const texts = text.split(',').map((each) => each.trim())
    const keys = texts.map(masterKey).filter((key) => key !== null)
    const distinct = new Set(keys.map((key) => Buffer.from(key).toString('base64'))).size
    return keys.length === texts.length && distinct === keys.length ? keys : null
  },
)

/** A decimal amount in micro-units, at least `leastMicro`. */
export const amountMicro = (leastMicro: bigint): t.Type<bigint, bigint, unknown> =>
  fromText('amount', (text) => {
    const micro = parseMicro(text)
    return isLeft(micro) || micro.right < leastMicro ? null : micro.right
  })
