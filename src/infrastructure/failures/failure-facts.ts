import { inspect } from 'node:util'
import { sqlState } from '../../adapters/persistence/sql/sql-state.ts'

/** What an exception says of itself, whatever was thrown: an error, one inside another, an object, a text. */
export interface FailureFacts {
  /** One line; never empty. */
  readonly message: string
  /** Names like `ENOSPC` of the exception and of everything inside it. */
  readonly codes: ReadonlySet<string>
  /** The system call that failed, such as `listen` or `mkdir`. */
  readonly syscalls: ReadonlySet<string>
  /** PostgreSQL's code. */
  readonly sqlState: string | null
  /** The file it is about. */
  readonly path: string | null
}

/** Deep enough for a driver's error inside a library's error inside ours; an end for cycles. */
const MAX_DEPTH = 5
const MAX_MESSAGE_CHARS = 500

/** The embedded engine throws objects of Emscripten, which know numbers of WASI only. */
const WASI_CODES: Readonly<Record<number, string>> = { 2: 'EACCES', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' }

const insideOf = (error: unknown): readonly unknown[] => {
  if (error instanceof AggregateError) return error.errors
  return error instanceof Error && error.cause !== undefined ? [error.cause] : []
}

const flat = (error: unknown, depth: number = MAX_DEPTH): readonly unknown[] =>
  depth === 0 ? [error] : [error, ...insideOf(error).flatMap((each) => flat(each, depth - 1))]

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const textsOf = (errors: readonly unknown[], name: string): readonly string[] =>
  errors.map((error) => fieldOf(error, name)).filter((text): text is string => typeof text === 'string' && text !== '')

const wasiCode = (error: unknown): readonly string[] => {
  const errno = fieldOf(error, 'errno')
  const code = fieldOf(error, 'name') === 'ErrnoError' && typeof errno === 'number' ? WASI_CODES[errno] : undefined
  return code === undefined ? [] : [code]
}

const messageOf = (errors: readonly unknown[]): string => {
  const [outermost] = errors
  const own = typeof outermost === 'string' ? outermost : fieldOf(outermost, 'message')
  if (typeof own === 'string' && own !== '') return own
  const inner = [...new Set(textsOf(errors, 'message'))]
  return inner.length > 0 ? inner.join('; ') : inspect(outermost, { depth: 1, breakLength: Number.POSITIVE_INFINITY })
}

export const failureFacts = (error: unknown): FailureFacts => {
  const errors = flat(error)
  return {
    message: messageOf(errors).replace(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE_CHARS),
    codes: new Set([...textsOf(errors, 'code'), ...errors.flatMap(wasiCode)]),
    syscalls: new Set(textsOf(errors, 'syscall')),
    sqlState: errors.map(sqlState).find((state) => state !== null) ?? null,
    path: textsOf(errors, 'path')[0] ?? null,
  }
}
