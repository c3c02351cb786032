/** A schema of the API document, references resolved where they are read. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly minLength?: number
  readonly minimum?: number
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>
  }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** One endpoint as the API document describes it. */
export interface EndpointData {
  readonly method: string
  readonly path: string
  readonly auth: 'none' | 'apiKey' | 'session'
  readonly parameters: readonly Parameter[]
  readonly json: { readonly schema: Schema; readonly example: unknown } | null
  readonly multipart: Schema | null
}

export type Resolve = (schema: Schema) => Schema

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

const authOf = ({ security = [] }: Operation): EndpointData['auth'] => {
  const names = security.flatMap((each) => Object.keys(each))
  if (names.includes('apiKey')) return 'apiKey'
  return names.includes('session') ? 'session' : 'none'
}

/**
 * Every endpoint of the document that the running service serves, so that a new endpoint is attacked as it is added.
 */
export const endpointData = (
  given: unknown,
): { readonly endpoints: readonly EndpointData[]; readonly resolve: Resolve } => {
  const document = given as Document
  const resolve: Resolve = (schema) => {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : resolve(document.components.schemas[name] ?? {})
  }
  const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]): EndpointData => {
        const content = operation.requestBody?.content ?? {}
        const json = content['application/json']
        return {
          method: method.toUpperCase(),
          path,
          auth: authOf(operation),
          parameters: operation.parameters ?? [],
          json: json === undefined ? null : { schema: resolve(json.schema), example: json.example },
          multipart:
            content['multipart/form-data'] === undefined ? null : resolve(content['multipart/form-data'].schema),
        }
      }),
  )
  return { endpoints, resolve }
}
