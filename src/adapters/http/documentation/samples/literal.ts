import { isRecord } from '../../../../domain/json.ts'

const INDENT = 2

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** How a language writes a value. */
interface Spelling {
  readonly scalar: (value: unknown) => string
  readonly name: (name: string) => string
  readonly step: number
  /** What stands inside the brackets of an object on one line. */
  readonly inside: string
}

const write = (value: unknown, spelling: Spelling, depth: number): string => {
  if (isScalar(value)) return spelling.scalar(value)
  const margin = ' '.repeat(spelling.step * (depth + 1))
  const close = ' '.repeat(spelling.step * depth)
  if (Array.isArray(value)) {
    const items = (value as readonly unknown[]).map((each) => write(each, spelling, depth + 1))
    if (value.every(isScalar)) return `[${items.join(', ')}]`
    return `[\n${items.map((each) => `${margin}${each},`).join('\n')}\n${close}]`
  }
  if (!isRecord(value)) return spelling.scalar(null)
  const fields = Object.entries(value).map(
    ([name, each]) => `${spelling.name(name)}: ${write(each, spelling, depth + 1)}`,
  )
  if (fields.length === 0) return '{}'
  const line = `{${spelling.inside}${fields.join(', ')}${spelling.inside}}`
  if (Object.values(value).every(isScalar) && fields.length <= 2 && line.length < 70) return line
  return `{\n${fields.map((each) => `${margin}${each},`).join('\n')}\n${close}}`
}

const single = (text: string): string =>
  text.includes("'") ? JSON.stringify(text) : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`

/** A plain `__proto__` would be no field but the prototype. */
const propertyName = (name: string): string => {
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : single(name)
}

const TYPESCRIPT: Spelling = {
  scalar: (value) => (typeof value === 'string' ? single(value) : JSON.stringify(value)),
  name: propertyName,
  step: INDENT,
  inside: ' ',
}

const CONSTANTS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

const PYTHON: Spelling = {
  scalar: (value) =>
    typeof value === 'string' ? JSON.stringify(value) : (CONSTANTS[String(value)] ?? JSON.stringify(value)),
  name: (name) => JSON.stringify(name),
  step: 2 * INDENT,
  inside: '',
}

/** A JSON value as TypeScript writes it. `depth` is how far the line is indented already, in steps. */
export const typescriptLiteral = (value: unknown, depth: number): string => write(value, TYPESCRIPT, depth)

/** A JSON value as Python writes it. */
export const pythonLiteral = (value: unknown, depth: number): string => write(value, PYTHON, depth)
