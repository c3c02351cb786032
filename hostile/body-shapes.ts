import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import type { EndpointData, Resolve } from './endpoint-data.ts'
import { elementOf, isList, sampleOf } from './sample.ts'

/** A body of about so many bytes, and the headers that go with it. */
export interface Shape {
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
  readonly make: (bytes: number) => Buffer
}

const repeated = (unit: string, bytes: number): string => unit.repeat(Math.max(1, Math.floor(bytes / unit.length)))

const list = (unit: string, bytes: number): string => `[${repeated(`${unit},`, bytes)}${unit}]`

const keys = (bytes: number, value: string): string => {
  const parts: string[] = []
  for (let length = 0, index = 0; length < bytes; index += 1) {
    const part = `"k${index}":${value}`
    parts.push(part)
    length += part.length + 1
  }
  return `{${parts.join(',')}}`
}

const text = (name: string, make: (bytes: number) => string): Shape => ({ name, make: (n) => Buffer.from(make(n)) })

/** Shapes of the whole body, for any endpoint. */
export const WHOLE_BODIES: readonly Shape[] = [
  text('deep lists', (n) => '['.repeat(n / 2) + ']'.repeat(n / 2)),
  text('deep lists without an end', (n) => '['.repeat(n)),
  text('deep objects', (n) => `${repeated('{"a":', (n * 5) / 6)}1${'}'.repeat(Math.floor(n / 6))}`),
  text('nests of sixty in a row', (n) => list(`${'['.repeat(60)}${']'.repeat(60)}`, n)),
  text('many empty objects', (n) => list('{}', n)),
  text('many numbers', (n) => list('1', n)),
  text('many keys', (n) => keys(n, '1')),
  text('one key again and again', (n) => `{${repeated('"a":1,', n)}"a":1}`),
  text('a bad text before many values', (n) => `{"a":["\\u0000",${repeated('{},', n)}0]}`),
  text('many bad texts', (n) => `{"a":${list('"\\u0000"', n)}}`),
  text('many halves of surrogates', (n) => `{"a":"${repeated('\\ud800', n)}"}`),
  text('many escapes', (n) => `{"a":"${repeated('\\u0041', n)}"}`),
  text('a long text without an end', (n) => `{"a":"${'x'.repeat(n)}`),
  text('many backslashes', (n) => `{"a":"${'\\'.repeat(n)}`),
  text('a long number', (n) => `{"a":${'9'.repeat(n)}}`),
  text('a long exponent', (n) => `{"a":1e${'9'.repeat(n)}}`),
  text('nothing but blanks', (n) => ' '.repeat(n)),
  text('names that are inherited', (n) => `{${repeated('"__proto__":{"constructor":{}},', n)}"a":1}`),
  { name: 'bytes that are no UTF-8', make: (n) => Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(n, 0xc0)]) },
]

const quick = { level: constants.Z_BEST_SPEED }

/** Small on the wire, large if it were unpacked. */
const COMPRESSED: readonly Shape[] = [
  { name: 'gzip', headers: { 'content-encoding': 'gzip' }, make: (n) => gzipSync(Buffer.alloc(n, ' '), quick) },
  {
    name: 'deflate',
    headers: { 'content-encoding': 'deflate' },
    make: (n) => deflateSync(Buffer.alloc(n, ' '), quick),
  },
  {
    name: 'brotli',
    headers: { 'content-encoding': 'br' },
    make: (n) => brotliCompressSync(Buffer.alloc(n, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  },
]

/** Tried at the largest size that an endpoint takes. */
export const LARGEST_BODIES: readonly Shape[] = [
  ...COMPRESSED,
  text('a long text', (n) => `{"a":"${'x'.repeat(n)}"}`),
  text('blanks and no value', (n) => ' '.repeat(n)),
  text('many numbers', (n) => list('1', n)),
  text('many long keys', (n) => list(`{"${'k'.repeat(1_000)}":"${'v'.repeat(1_000)}"}`, n)),
]

/** One field of an otherwise valid body. It is made as text, because the attack is on parsing and reading it. */
const withField = (endpoint: EndpointData, resolve: Resolve, name: string, value: string): Buffer => {
  const sample = sampleOf(endpoint.json?.schema ?? {}, resolve) as Readonly<Record<string, unknown>>
  const entries = Object.entries({ ...sample, model: 'sandbox/echo' })
    .filter(([key]) => key !== name)
    .map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each ?? null)}`)
  return Buffer.from(`{${[...entries, `${JSON.stringify(name)}:${value}`].join(',')}}`)
}

/** Shapes of each field of an endpoint's body, from its schema. */
export const fieldShapes = (endpoint: EndpointData, resolve: Resolve): readonly Shape[] => {
  const properties = Object.entries(endpoint.json?.schema.properties ?? {})
  return properties.flatMap(([name, schema]): readonly Shape[] => {
    const filled = (what: string, value: (bytes: number) => string): Shape => ({
      name: `${name}: ${what}`,
      make: (bytes) => withField(endpoint, resolve, name, value(bytes)),
    })
    const element = isList(schema, resolve) ? elementOf(schema, resolve) : null
    if (element === null) {
      return [
        filled('a long text', (n) => JSON.stringify(repeated('a b', n))),
        filled('a long word', (n) => JSON.stringify('a'.repeat(n))),
        filled('many keys', (n) => keys(n, '1')),
      ]
    }
    const sample = JSON.stringify(sampleOf(element, resolve) ?? null)
    return [
      filled('many that are wrong', (n) => list('1', n)),
      filled('many that are empty', (n) => list('{}', n)),
      filled('many that are right', (n) => list(sample, n)),
    ]
  })
}
