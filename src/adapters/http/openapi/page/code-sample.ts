import type { JsonSchema } from '../../codecs/with-schema.ts'
import { html, codeBlock } from './html.ts'
import type { Html, HtmlContent } from './html.ts'
import type { Operation } from './parse-document.ts'

type RequestBody = NonNullable<Operation['requestBody']>

/** Names of fields, texts, and everything else of a JSON text. */
const TOKENS = /("(?:[^"\\]|\\[^])*(?:"|\\?$))(:?)/

const highlighted = (text: string): HtmlContent => {
  const pieces = text.split(TOKENS)
  return pieces.map((piece, index) => {
    if (index % 3 !== 1) return piece
    return pieces[index + 1] === ':' ? html`<span class="k">${piece}</span>` : html`<span class="s">${piece}</span>`
  })
}

/** Long texts (base64, tokens) would hide everything else. */
const MAX_TEXT_LENGTH = 120

const truncated = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value

const jsonText = (value: unknown): string => JSON.stringify(value, null, 2)

/** A value as the service answers it. */
export const jsonSample = (value: unknown): Html => codeBlock(highlighted(JSON.stringify(value, truncated, 2)))

/** A command line in which comments are dim. */
export const shellSample = (lines: string): Html =>
  codeBlock(
    lines.split('\n').map((line, index): HtmlContent => {
      const text = line.startsWith('#') ? html`<span class="c">${line}</span>` : line
      return index === 0 ? text : ['\n', text]
    }),
  )

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const placeholders = (path: string): string => path.replace(/\{([a-z_]+)\}/g, (_, name: string) => name.toUpperCase())

const BEARERS: Readonly<Record<string, string>> = { apiKey: '$GATEWAY_KEY', session: '$ACCESS_TOKEN' }

const bearerOf = ({ security }: Operation): string | undefined =>
  BEARERS[security.flatMap((scheme) => Object.keys(scheme))[0] ?? '']

const isRequiredHeader = ({ in: place, required }: Operation['parameters'][number]): boolean =>
  place === 'header' && required

const EXTENSIONS: Readonly<Record<string, string>> = { 'audio/mpeg': 'speech.mp3', 'video/mp4': 'video.mp4' }

const outputOf = ({ success }: Operation): string | undefined => EXTENSIONS[success.content[0]?.mediaType ?? '']

const isFile = (schema: JsonSchema, name: string): boolean => {
  const fields = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  return fields[name]?.['format'] === 'binary'
}

/** A part of a form a field; a file is named and read by curl. */
const formOptions = ({ schema, example }: RequestBody): readonly string[] =>
  Object.entries(example as Readonly<Record<string, string>>).map(
    ([name, value]) => `-F ${quoted(`${name}=${isFile(schema, name) ? '@' : ''}${value}`)}`,
  )

const bodyOptions = (body: RequestBody): readonly string[] =>
  body.mediaType === 'multipart/form-data'
    ? formOptions(body)
    : ["-H 'Content-Type: application/json'", `-d ${quoted(jsonText(body.example))}`]

/** The call as a shell command; `$GATEWAY_KEY` and `$ACCESS_TOKEN` stand for the caller's own. */
export const curlSample = (operation: Operation, baseUrl: string): Html => {
  const bearer = bearerOf(operation)
  const method = operation.method.toUpperCase()
  const isPlain = method === 'GET' || (method === 'POST' && operation.requestBody !== undefined)
  const output = outputOf(operation)
  const options = [
    ...(bearer === undefined ? [] : [`-H "Authorization: Bearer ${bearer}"`]),
    ...operation.parameters.filter(isRequiredHeader).map(({ name }) => `-H "${name}: $(uuidgen)"`),
    ...(operation.requestBody === undefined ? [] : bodyOptions(operation.requestBody)),
    ...(output === undefined ? [] : [`-o ${output}`]),
  ]
  const start = `curl ${isPlain ? '' : `-X ${method} `}${baseUrl}${placeholders(operation.path)}`
  return codeBlock(highlighted([start, ...options].join(' \\\n  ')))
}
