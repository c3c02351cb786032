import type { JsonSchema } from '../../codecs/with-schema.ts'
import type { Body, Operation } from '../parse-document.ts'

/** The variable of the reader's shell that holds the key or the token. */
type Bearer = 'GATEWAY_KEY' | 'ACCESS_TOKEN'

interface FormPart {
  readonly name: string
  /** The text of the field, or the name of the file. */
  readonly value: string
  readonly isFile: boolean
}

type CallBody =
  | { readonly tag: 'none' }
  | { readonly tag: 'json'; readonly value: unknown }
  | { readonly tag: 'form'; readonly parts: readonly FormPart[] }

/** What a success brings, and so what a sample does with it. */
type CallAnswer =
  | { readonly tag: 'json' }
  | { readonly tag: 'text' }
  | { readonly tag: 'none' }
  | { readonly tag: 'file'; readonly name: string }

/** A call of one operation with its example, before it is written in a language. */
export interface SampleCall {
  readonly id: string
  readonly method: string
  readonly url: string
  /** The values in the path, in their order. */
  readonly pathValues: readonly string[]
  readonly bearer: Bearer | null
  /** Headers that the call must have, each with an id that the client makes. */
  readonly idHeaders: readonly string[]
  readonly body: CallBody
  readonly answer: CallAnswer
}

/** Values of the path that are the same for every reader; all others are written in capitals. */
const KNOWN_VALUES: Readonly<Record<string, string>> = {
  'retrieveModel.id': 'sandbox/echo',
  'readWallet.currency': 'RUB',
  'readDocumentationPage.page': 'guides/quick-start',
  idx: '0',
}

/** What stands in a path for a value that each reader has their own of: `VIDEO_ID`. */
const placeholder = (id: string, name: string): string =>
  KNOWN_VALUES[`${id}.${name}`] ?? KNOWN_VALUES[name] ?? name.toUpperCase()

const BEARERS: Readonly<Record<string, Bearer>> = { apiKey: 'GATEWAY_KEY', session: 'ACCESS_TOKEN' }

const bearerOf = ({ security }: Operation): Bearer | null =>
  BEARERS[security.flatMap((scheme) => Object.keys(scheme))[0] ?? ''] ?? null

const isFile = (schema: JsonSchema, name: string): boolean => {
  const fields = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  return fields[name]?.['format'] === 'binary'
}

const bodyOf = (body: Body | undefined): CallBody => {
  if (body === undefined) return { tag: 'none' }
  if (body.mediaType !== 'multipart/form-data') return { tag: 'json', value: body.example }
  const fields = Object.entries(body.example as Readonly<Record<string, string>>)
  return {
    tag: 'form',
    parts: fields.map(([name, value]) => ({ name, value, isFile: isFile(body.schema, name) })),
  }
}

const FILES: Readonly<Record<string, string>> = {
  'audio/mpeg': 'speech.mp3',
  'video/mp4': 'video.mp4',
  '*/*': 'file',
}

const answerOf = ({ success }: Operation): CallAnswer => {
  const type = success.content[0]?.mediaType
  if (type === undefined) return { tag: 'none' }
  if (type === 'application/json') return { tag: 'json' }
  const name = FILES[type]
  return name === undefined ? { tag: 'text' } : { tag: 'file', name }
}

/** An answer that is a text of the example's own choice. */
const asksForText = (body: CallBody): boolean =>
  body.tag === 'form' && body.parts.some(({ name, value }) => name === 'response_format' && value === 'text')

const queryOf = (operation: Operation): string => {
  const needed = operation.parameters.filter(({ in: place, required }) => place === 'query' && required)
  const query = needed.map(({ name }) => `${name}=${placeholder(operation.id, name)}`).join('&')
  return query === '' ? '' : `?${query}`
}

export const callOf = (operation: Operation, baseUrl: string): SampleCall => {
  const body = bodyOf(operation.requestBody)
  const named = operation.parameters.filter(({ in: place }) => place === 'path')
  const values = named.map(({ name }) => placeholder(operation.id, name))
  const path = operation.path.replace(/\{([a-z_]+)\}/g, (_, name: string) => placeholder(operation.id, name))
  return {
    id: operation.id,
    method: operation.method.toUpperCase(),
    url: `${baseUrl}${path}${queryOf(operation)}`,
    pathValues: values,
    bearer: bearerOf(operation),
    idHeaders: operation.parameters
      .filter(({ in: place, required }) => place === 'header' && required)
      .map(({ name }) => name),
    body,
    answer: asksForText(body) ? { tag: 'text' } : answerOf(operation),
  }
}
