import { isRecord } from '../../../domain/json.ts'
import type { JsonSchema } from '../codecs/with-schema.ts'
import type { OpenApiDocument } from '../openapi/document.ts'

export interface Body {
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
    readonly description?: string
    readonly schema: JsonSchema
  }[]
  readonly requestBody: Body | undefined
  /** The same body in other media types. */
  readonly otherBodies: readonly Body[]
  readonly success: { readonly status: string; readonly description: string; readonly content: readonly Body[] }
  readonly failures: readonly Failure[]
}

/** One way in which an operation fails. */
interface Failure {
  readonly status: string
  readonly code: string
  /** A sample of the sentence for people. */
  readonly message: string
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
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

type RawContent = Readonly<Record<string, RawMedia>>

interface RawOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security: Operation['security']
  readonly parameters?: Operation['parameters']
  readonly requestBody?: { readonly content: RawContent }
  readonly responses: Readonly<Record<string, RawResponse>>
}

interface RawResponse {
  readonly description: string
  readonly content?: RawContent
}

interface RawDocument {
  readonly info: { readonly title: string; readonly version: string; readonly summary: string }
  readonly tags: ParsedDocument['tags']
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const bodiesOf = (content: RawContent = {}): readonly Body[] =>
  Object.entries(content).map(([mediaType, { schema, example }]) => ({ mediaType, schema, example }))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Surfaces put code and sentence beside each other, in the body or in its `error`. */
const failureOf = (status: string, tag: string, body: unknown): Failure => {
  const whole = isRecord(body) ? body : {}
  const error = isRecord(whole['error']) ? whole['error'] : whole
  return {
    status,
    code: textOf(error['code']) || textOf(error['type']) || tag,
    message: textOf(error['message']) || textOf(error['detail']),
  }
}

const failuresOf = ([status, { content }]: readonly [string, RawResponse]): readonly Failure[] =>
  Object.values(content ?? {}).flatMap(({ examples }) =>
    Object.entries(examples ?? {}).map(([tag, { value }]) => failureOf(status, tag, value)),
  )

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
    failures: answers.filter(([each]) => /^[45]/.test(each)).flatMap(failuresOf),
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
