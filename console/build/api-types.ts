/** The parts of an OpenAPI document (3.1) that types are made of. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Contents }
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly schema: Schema
}

type Contents = Readonly<Record<string, { readonly schema?: Schema }>>

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

const NAME = /^[A-Za-z_$][\w$]*$/

const nameOf = (name: string): string => (NAME.test(name) ? name : JSON.stringify(name))

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'unknown'

/** Types that need brackets before `[]`. */
const inBrackets = (type: string): string => (type.includes(' | ') || type.startsWith('readonly ') ? `(${type})` : type)

const objectType = ({ properties = {}, required = [], additionalProperties }: Schema): string => {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `readonly ${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  return `Readonly<Record<string, ${values}>>`
}

const plainType = (type: string, schema: Schema): string => {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `readonly ${inBrackets(schema.items === undefined ? 'unknown' : typeOf(schema.items))}[]`
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

/** The TypeScript type of a JSON Schema. What the schema leaves open is `unknown`. */
const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return `Schemas[${JSON.stringify(schema.$ref.split('/').at(-1))}]`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) return union(choices.map(typeOf))
  if (schema.allOf !== undefined) return schema.allOf.map((part) => inBrackets(typeOf(part))).join(' & ')
  if (schema.type === undefined) return schema.properties === undefined ? 'unknown' : objectType(schema)
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type
  return union(types.map((type) => plainType(type, schema)))
}

const contentType = (content: Contents | undefined): string => {
  if (content === undefined) return 'null'
  const whole = content['application/json']?.schema
  if (whole !== undefined) return typeOf(whole)
  return 'Blob'
}

const parametersType = (parameters: readonly Parameter[], place: Parameter['in']): string => {
  const fields = parameters
    .filter((each) => each.in === place)
    .map(({ name, required, schema }) => `readonly ${nameOf(name)}${required === true ? '' : '?'}: ${typeOf(schema)}`)
  return fields.length === 0 ? 'None' : `{ ${fields.join('; ')} }`
}

const operationType = ({ parameters = [], requestBody, responses }: Operation): string => {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const parts = [
    `readonly path: ${parametersType(parameters, 'path')}`,
    `readonly query: ${parametersType(parameters, 'query')}`,
    `readonly body: ${requestBody === undefined ? 'None' : contentType(requestBody.content)}`,
    `readonly answer: ${contentType(success?.[1].content)}`,
  ]
  return parts.join('\n    ')
}

/**
 * The module that tells the console's client which operations there are, and the types of what each takes and gives.
 */
export const apiTypes = ({ paths, components }: ApiDocument): string => {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `  readonly ${name}: ${typeOf(schema)}`)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => `  '${method.toUpperCase()} ${path}': {\n    ${operationType(operation)}\n  }`,
    ),
  )
  return `// Made from the API document by \`npm run console:types\`; a test compares it with the document.

/** What an operation does not take. */
export type None = Readonly<Record<never, never>>

/** The named schemas of the API. */
export interface Schemas {
${schemas.join('\n')}
}

/** Every operation of the API by its method and path. */
export interface Operations {
${operations.join('\n')}
}
`
}
