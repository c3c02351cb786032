import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'

export interface Media {
  readonly schema: Readonly<Record<string, unknown>>
}

export interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

/** The parts of the document that a check looks at. */
export interface CheckedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
}

/**
 * Throws unless the document of this operation has the status, and its JSON body. `body` is the parsed JSON, or
 * undefined where the answer had none.
 */
export type ExpectDocumented = (operationId: string, status: number, body: unknown) => void

const POINTER = '#/components/schemas/'

/** Checks answers against a document as it was served. */
export const openApiCheck = (document: CheckedDocument): ExpectDocumented => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'document', components: document.components })
  const compiled = new Map<string, ValidateFunction>()
  const operations = new Map(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => [operation.operationId, operation] as const),
    ),
  )
  const checkOf = (name: string, schema: Media['schema']): ValidateFunction => {
    const check =
      compiled.get(name) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll(`"${POINTER}`, `"document${POINTER}`)) as object)
    compiled.set(name, check)
    return check
  }
  return (operationId, status, body) => {
    const operation = operations.get(operationId)
    if (operation === undefined) throw new Error(`the document has no operation ${operationId}`)
    const answer = operation.responses[String(status)]
    if (answer === undefined) throw new Error(`the document of ${operationId} has no status ${status}`)
    const schema = answer.content?.['application/json']?.schema
    if (schema === undefined) {
      if (body !== undefined) throw new Error(`${operationId} ${status} is documented without a JSON body`)
      return
    }
    const check = checkOf(`${operationId} ${status}`, schema)
    if (check(body)) return
    throw new Error(`${operationId} ${status}: ${ajv.errorsText(check.errors)}\n${JSON.stringify(body)}`)
  }
}

/** Fetches the document of a running service. */
export const fetchOpenApiCheck = async (url: string): Promise<ExpectDocumented> => {
  const response = await fetch(`${url}/v1/openapi.json`)
  return openApiCheck((await response.json()) as CheckedDocument)
}

/** The operation that the document has for a request, or null. The path may have a query. */
export const operationAt = (document: CheckedDocument, method: string, address: string): string | null => {
  const [path = ''] = address.split('?')
  for (const [pattern, item] of Object.entries(document.paths)) {
    const shape = new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\{[a-z_]+\}/g, '[^/]+')}$`)
    const operation = item[method.toLowerCase()]
    if (operation !== undefined && shape.test(path)) return operation.operationId
  }
  return null
}
