import { isPricedName } from '../chat/checks/priced-fields.ts'
import type { Provider, ProviderAdapter } from '../catalog/provider.ts'

const PROVIDER_ID = /^[a-z][a-z0-9_-]*$/
const FIELD_PATH = /^(?:messages\.(?:content\.)?)?[A-Za-z_][\w-]{0,63}$/

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/
const HEADER_VALUE = /^[\x20-\x7e]{1,1000}$/

/** Headers that the gateway or its HTTP client writes. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set(
  `accept accept-encoding anthropic-version authorization connection content-encoding content-length content-type
  expect host keep-alive proxy-authorization te trailer transfer-encoding upgrade x-api-key x-goog-api-key`.split(
    /\s+/,
  ),
)

const passFieldProblems = ({ adapter, passFields = [] }: Provider): readonly string[] => [
  ...(passFields.length > 0 && adapter.dialects.size === 0
    ? [`pass_fields are for adapters with dialects, and '${adapter.name}' has none`]
    : []),
  ...passFields.flatMap((name) => {
    if (!FIELD_PATH.test(name)) return [`pass_fields: '${name}' is no name, messages.name or messages.content.name`]
    return isPricedName(name.split('.').at(-1) ?? '') ? [`pass_fields: '${name}' would change the price of a call`] : []
  }),
]

const headerProblems = ({ headers = {} }: Provider): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => {
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value))
      return [`headers: '${name}' is no header of printable text`]
    return RESERVED_HEADERS.has(name.toLowerCase()) ? [`headers: '${name}' is written by the gateway itself`] : []
  })

const dialectProblem = ({ name, dialects }: ProviderAdapter, dialect: string): string =>
  dialects.size === 0
    ? `has a dialect, and the adapter '${name}' has none`
    : `dialect: '${dialect}' must be one of ${[...dialects].join(', ')}`

/** What is wrong with one provider of a catalogue. */
export const providerProblems = (provider: Provider): readonly string[] => {
  const { id, adapter, baseUrl, dialect } = provider
  return [
    ...(PROVIDER_ID.test(id) ? [] : ['a provider id is lower case letters, digits, - and _']),
    ...(adapter.isInProcess && baseUrl !== null ? [`the ${adapter.name} has no base_url`] : []),
    ...(baseUrl === null || /^https?:\/\/[^\s?#]+[^\s?#/]$/.test(baseUrl)
      ? []
      : ['base_url must be an http(s) address without a trailing slash or query']),
    ...(dialect === null || dialect === undefined || adapter.dialects.has(dialect)
      ? []
      : [dialectProblem(adapter, dialect)]),
    ...passFieldProblems(provider),
    ...headerProblems(provider),
  ]
}
