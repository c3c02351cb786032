import { nameInRef } from '../../codecs/with-schema.ts'
import type { JsonSchema } from '../../codecs/with-schema.ts'
import { fieldLine, fieldList } from '../markdown/fields.ts'
import type { Body, Operation, ParsedDocument } from '../parse-document.ts'
import { samplesOf } from '../samples/samples.ts'
import type { Page } from './page.ts'

/** `create-chat-completion` for `createChatCompletion`. */
const wordOf = (id: string): string => id.replace(/[A-Z]+/g, (capitals) => `-${capitals.toLowerCase()}`)

export const endpointPath = (operationId: string): string => `/docs/api/${wordOf(operationId)}`

const CALLERS: Readonly<Record<string, string>> = {
  apiKey: 'The holder of an API key: `Authorization: Bearer $GATEWAY_KEY`.',
  session:
    'A signed-in user: `Authorization: Bearer $ACCESS_TOKEN`, with the `access_token` that ' +
    '[signing in](/docs/api/log-in.md) answers.',
}

const callersOf = ({ security }: Operation): string => {
  const schemes = security.flatMap((each) => Object.keys(each))
  const [scheme] = schemes
  if (scheme === undefined) return 'Everybody: no key and no session is needed.'
  const caller = CALLERS[scheme] ?? `A caller with \`${scheme}\`.`
  return security.length > schemes.length ? `Everybody; with a session, as its user. ${caller}` : caller
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

/** Long texts (base64, tokens) would hide everything else. */
const MAX_TEXT_LENGTH = 120

const truncated = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value

const PLACES: readonly (readonly [place: string, title: string])[] = [
  ['path', 'In the address'],
  ['query', 'In the query'],
  ['header', 'Headers'],
]

const parameters = ({ parameters: all }: Operation): readonly string[] =>
  PLACES.flatMap(([place, title]) => {
    const lines = all
      .filter((each) => each.in === place)
      .map(({ name, schema, description, required }) =>
        fieldLine(name, description === undefined ? schema : { ...schema, description }, required),
      )
    return lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')]
  })

const bodies = ({ requestBody, otherBodies }: Operation, { schemas }: ParsedDocument): readonly string[] =>
  [...(requestBody === undefined ? [] : [requestBody]), ...otherBodies].flatMap(({ mediaType, schema }) => [
    `## Body: ${mediaType}`,
    fieldList(schema, schemas),
  ])

const hasFields = (schema: JsonSchema): boolean =>
  ['properties', '$ref', 'items', 'anyOf', 'additionalProperties'].some((word) => schema[word] !== undefined)

const answer = ({ mediaType, schema, example }: Body, { schemas }: ParsedDocument): readonly string[] => {
  const note = schema['description']
  if (!hasFields(schema)) return [`\`${mediaType}\`${typeof note === 'string' ? `: ${note}` : ''}`]
  return [
    `\`${mediaType}\`:`,
    fieldList(schema, schemas),
    ...(example === undefined ? [] : [fence('json', JSON.stringify(example, truncated, 2))]),
  ]
}

const errors = ({ failures }: Operation): readonly string[] => [
  '## Errors',
  [
    '| status | code | meaning |',
    '|---|---|---|',
    ...failures.map(
      ({ status, code, message }) => `| ${status} | \`${code}\` | ${message.replaceAll('|', String.raw`\|`)} |`,
    ),
  ].join('\n'),
]

const fieldNames = (schema: JsonSchema | undefined): readonly string[] => Object.keys(schema?.['properties'] ?? {})

const termsOf = (operation: Operation, { schemas }: ParsedDocument): readonly string[] => {
  const bodiesOfCall = [operation.requestBody, ...operation.otherBodies, ...operation.success.content]
  const fields = bodiesOfCall.flatMap((body) => {
    const name = body === undefined ? null : nameInRef(body.schema)
    return fieldNames(name === null ? body?.schema : schemas[name])
  })
  const codes = operation.failures.map(({ code }) => code)
  return [...new Set([operation.path, ...operation.parameters.map(({ name }) => name), ...fields, ...codes])]
}

/** One endpoint: who may call it, how, with what, and what comes back. */
export const endpointPage = (operation: Operation, document: ParsedDocument, baseUrl: string): Page => {
  const { id, method, path, summary, success, tags } = operation
  const samples = samplesOf(operation, baseUrl).map(({ language, text }) => fence(language, text))
  const markdown = [
    `# ${summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    `**Who may call.** ${callersOf(operation)}`,
    `**What it does.** ${success.description}`,
    '## Samples',
    samples.join('\n\n'),
    ...parameters(operation),
    ...bodies(operation, document),
    `## Answer: ${success.status}`,
    ...(success.content.length === 0 ? ['No body.'] : success.content.flatMap((body) => answer(body, document))),
    ...errors(operation),
  ].join('\n\n')
  return {
    path: endpointPath(id),
    language: 'en',
    section: 'api',
    group: tags[0] ?? null,
    title: summary,
    summary: success.description,
    label: `${method.toUpperCase()} ${path}`,
    markdown: `${markdown}\n`,
    translation: null,
    terms: termsOf(operation, document),
  }
}
