import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import { problemIn } from '../failures/protocol-failure.ts'
import type { ProtocolFailure, ValidationError } from '../failures/protocol-failure.ts'
import type { Exchange } from '../request/exchange.ts'
import { bodyTooLarge, CUT_BODY, readWithinBudget } from './body-budget.ts'
import type { BodyLimits } from './body-limits.ts'
import { isUtf8 } from 'node:buffer'
import { isStorableText } from '../../../domain/storable-text.ts'
import { withExactFields } from '../../../domain/exact-numbers.ts'
import type { ExactFields } from '../../../domain/exact-numbers.ts'
import { findLimitViolation } from '../../../domain/json-shape.ts'
import type { JsonLimitViolation } from '../../../domain/json-shape.ts'

/** Only text with one of these can hold what `findUnsafeJson` looks for: a NUL, a surrogate, or the key `__proto__`. */
const SUSPECT = /__proto__|\\u00(?:00|5[fF]|6[fF]|7[024])|\\u[dD][89a-fA-F]|\u0000/

type UnsafeJson =
  | { readonly tag: 'bad_text'; readonly failure: ValidationError }
  /** A key that sets an object's prototype wherever its fields are copied. */
  | { readonly tag: 'names_prototype' }

type Path = (string | number)[]

const badTextAt = (path: Path): UnsafeJson => ({
  tag: 'bad_text',
  failure: problemIn('body', [...path], 'must not contain NUL or lone surrogates', 'malformed_text'),
})

/**
 * `findLimitViolation` bounds the depth before parsing, and so the recursion here. `path` is one list, changed in
 * place.
 */
const searchUnsafeJson = (value: unknown, path: Path): UnsafeJson | null => {
  if (typeof value === 'string') return isStorableText(value) ? null : badTextAt(path)
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Readonly<Record<string, unknown>>
  const isList = Array.isArray(value)
  for (const key in fields) {
    if (!isList && key === '__proto__') return { tag: 'names_prototype' }
    if (!isStorableText(key)) return badTextAt(path)
    path.push(isList ? Number(key) : key)
    const unsafe = searchUnsafeJson(fields[key], path)
    if (unsafe !== null) return unsafe
    path.pop()
  }
  return null
}

/** The first thing in a parsed JSON body that no endpoint takes; null for nearly all bodies, without a walk. */
const findUnsafeJson = (text: string, body: unknown): UnsafeJson | null =>
  SUSPECT.test(text) ? searchUnsafeJson(body, []) : null

const malformed = (message: string): Either<ProtocolFailure, never> => left({ tag: 'malformed_json', message })

const violationMessage = (violation: JsonLimitViolation, { depth, fields, values }: BodyLimits): string => {
  switch (violation) {
    case 'too_deep':
      return `must not nest deeper than ${depth} levels`
    case 'too_many_fields':
      return `must not hold an object of more than ${fields} fields`
    case 'too_many_values':
      return `must not hold more than ${values} values`
  }
}

const limitExceeded = (violation: JsonLimitViolation, bodyLimits: BodyLimits): Either<ProtocolFailure, never> => {
  const message = violationMessage(violation, bodyLimits)
  return left(problemIn('body', [], message, violation))
}

interface ParsedBody {
  readonly body: unknown
  readonly text: string
}

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The value of a JSON body. Its shape is judged on the text, in linear time, before any object of it exists. Text
 * that is not UTF-8 is refused: replacement characters would change what the caller wrote.
 */
const parseJson = (
  bytes: Buffer,
  bodyLimits: BodyLimits,
  exactFields: ExactFields,
): Either<ProtocolFailure, ParsedBody> => {
  if (!isUtf8(bytes)) return malformed('The body is not UTF-8.')
  const decoded = bytes.toString('utf8')
  const text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded
  if (text === '') return malformed('The body is empty.')
  const violation = findLimitViolation(text, bodyLimits)
  if (violation !== null) return limitExceeded(violation, bodyLimits)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return malformed('The body is not valid JSON.')
  }
  const unsafe = findUnsafeJson(text, body)
  if (unsafe === null) return right({ body: withExactFields(text, body, exactFields), text })
  switch (unsafe.tag) {
    case 'bad_text':
      return left(unsafe.failure)
    case 'names_prototype':
      return malformed('The body has a key `__proto__`, which this API does not read.')
  }
}

/** In full: the short name `json` is looked up in a table at each request. */
const JSON_TYPES = ['application/json', '+json']

/** The content type that nearly all clients send; it needs no parsing. */
const isJson = (exchange: Exchange): boolean =>
  exchange.headers['content-type'] === 'application/json' || Boolean(exchange.is(JSON_TYPES))

const failureOf = (error: unknown, { bytes }: BodyLimits): ProtocolFailure =>
  error instanceof Error && 'status' in error && error.status === 413 ? bodyTooLarge(bytes) : CUT_BODY

const nothing = async (): Promise<void> => {}

/** What koa-body reads of a request, whose content type has been judged: to judge it again takes its time. */
const judged = ({ method, req }: Exchange) => ({ method, req, request: {} as { body?: unknown }, is: () => true })

/** What is kept of the text of a body beside its value. */
interface KeptOfText {
  readonly keepsText: boolean
  readonly exactFields: ExactFields
}

/**
 * Reads JSON bodies of one size: koa-body collects the bytes up to the limit, and `parseJson` judges them. `otherType`
 * refuses a body of another type.
 */
export const jsonBodyReader = (
  bodyLimits: BodyLimits,
  { keepsText, exactFields }: KeptOfText,
  otherType: ProtocolFailure,
): ((exchange: Exchange, memory: HeldMemory) => Promise<Either<ProtocolFailure, unknown>>) => {
  const collect = koaBody({
    textTypes: JSON_TYPES,
    textLimit: bodyLimits.bytes,
    // Without an encoding the body stays as its bytes.
    encoding: '',
    json: false,
    multipart: false,
    urlencoded: false,
  })
  return async (exchange, memory) => {
    if (!isJson(exchange)) return left(otherType)
    const collectBytes = async (): Promise<Buffer> => {
      const ctx = judged(exchange)
      await collect(ctx as unknown as Context, nothing)
      const { body } = ctx.request
      return body instanceof Buffer ? body : Buffer.alloc(0)
    }
    const bytes = await readWithinBudget(exchange, bodyLimits.bytes, memory, collectBytes, (error) =>
      failureOf(error, bodyLimits),
    )
    if (isLeft(bytes)) return bytes
    const parsed = parseJson(bytes.right, bodyLimits, exactFields)
    if (isLeft(parsed)) return parsed
    if (keepsText) exchange.state.bodyText = parsed.right.text
    return right(parsed.right.body)
  }
}
