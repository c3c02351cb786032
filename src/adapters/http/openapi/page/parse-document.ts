import type { JsonSchema } from '../../codecs/with-schema.ts'
import type { OpenApiDocument } from '../document.ts'

interface Body {
  readonly mediaType: string
  readonly schema: JsonSchema
  readonly example: unknown
}

/** One operation of the document, with what a page shows of it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: JsonSchema
  }[]
  readonly requestBody: Body | undefined
  /** The same body in other media types. */
  readonly otherBodies: readonly Body[]
  readonly success: { readonly status: string; readonly description: string; readonly content: readonly Body[] }
  readonly failures: readonly { readonly status: string; readonly description: string }[]
}

export interface ParsedDocument {
  readonly title: string
  readonly version: string
  readonly summary: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly operations: readonly Operation[]
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

interface RawMedia {
  readonly schema: JsonSchema
  readonly example?: unknown
}

type RawContent = Readonly<Record<string, RawMedia>>

interface RawOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security: Operation['security']
  readonly parameters?: Operation['parameters']
  readonly requestBody?: { readonly content: RawContent }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: RawContent }>>
}

interface RawDocument {
  readonly info: { readonly title: string; readonly version: string; readonly summary: string }
  readonly tags: ParsedDocument['tags']
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const bodiesOf = (content: RawContent = {}): readonly Body[] =>
  Object.entries(content).map(([mediaType, { schema, example }]) => ({ mediaType, schema, example }))

const operationOf = (path: string, method: string, written: RawOperation): Operation => {
  const answers = Object.entries(written.responses)
  const [status, success] = answers.find(([each]) => each.startsWith('2')) ?? ['200', { description: '' }]
  const [requestBody, ...otherBodies] = bodiesOf(written.requestBody?.content)
  return {
    id: written.operationId,
    method,
    path,
    tags: written.tags,
    summary: written.summary,
    security: written.security,
    parameters: written.parameters ?? [],
    requestBody,
    otherBodies,
    success: { status, description: success.description, content: bodiesOf(success.content) },
    failures: answers
      .filter(([each]) => !each.startsWith('2'))
      .map(([each, { description }]) => ({ status: each, description })),
  }
}

/** The document that this folder writes, read back by its own shape. */
export const parseDocument = (document: OpenApiDocument): ParsedDocument => {
  const { info, tags, paths, components } = document as unknown as RawDocument
  return {
    ...info,
    tags,
    schemas: components.schemas,
    operations: Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, written]) => operationOf(path, method, written)),
    ),
  }
}

export const operationsOf = (document: ParsedDocument, tag: string): readonly Operation[] =>
  document.operations.filter(({ tags }) => tags.includes(tag))
