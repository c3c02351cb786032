export interface Route {
  readonly method: string
  /** With `:name` where something of the client's stands. */
  readonly path: string
}

/** Every endpoint of a running service, as its document names them. */
export const fetchRoutes = async (url: string): Promise<readonly Route[]> => {
  const response = await fetch(`${url}/v1/openapi.json`)
  const { paths } = (await response.json()) as { readonly paths: Readonly<Record<string, object>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    })),
  )
}

const LONG = 'x'.repeat(100_000)
export const DEEP = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

/** What may stand in place of any value of a JSON body, as JSON text. Some of them are legal somewhere. */
export const BAD_VALUES: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '-0.5',
  '1e308',
  '1e999',
  '123456789012345678901234567890',
  '""',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  `"${LONG}"`,
  '"-5"',
  '"1e3"',
  '"0.0000001"',
  '[]',
  '[[[]]]',
  '[null]',
  '{}',
  '{"__proto__":{"a":1}}',
  '{"toString":1}',
  DEEP,
]

/** Whole bodies that are no request of any endpoint. */
export const BAD_BODIES: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  '',
  ' ',
  '{',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  'NaN',
  'undefined',
  '<a/>',
  'a=1&b=2',
  '\u0000',
  '{}{}',
  'null',
  '1',
  '"text"',
  '[]',
  '[{}]',
  '{}',
  '{"__proto__":null}',
  DEEP,
  `{"a":${DEEP}}`,
  new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  new Uint8Array([0xed, 0xa0, 0x80]),
  new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  new Uint8Array(64),
]

export const BAD_CONTENT_HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'content-type': '' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'application/json; charset=' },
  { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  { 'content-type': 'application/json', 'content-encoding': 'nonsense' },
  { 'content-type': '//;;==' },
]

/** What may stand in a path in place of an id, as it is written in the address. */
export const BAD_SEGMENTS: readonly string[] = [
  '%00',
  '%ff',
  '%',
  '%zz',
  '%E0%A4%A',
  '%ED%A0%80',
  '%2e%2e%2f%2e%2e',
  '-1',
  '1e9',
  'null',
  "'%20or%20'1'='1",
  '00000000-0000-0000-0000-00000000000g',
  '{}',
  'x'.repeat(5_000),
  '%F0%9F%92%A9',
]

export const BAD_QUERIES: readonly string[] = [
  'limit=0',
  'limit=-1',
  'limit=101',
  'limit=1e2',
  'limit=0x10',
  'limit=abc',
  'limit=99999999999999999999',
  'limit=1&limit=2',
  'limit[]=1',
  'limit=%00',
  'cursor=%00',
  'cursor=%ff',
  'cursor=%',
  'cursor=AAAA',
  `cursor=${'A'.repeat(5_000)}`,
  'cursor=bnVsbA',
  'cursor=a&cursor=b',
  'currency=%ED%A0%80',
  'currency=EUR',
  'type=%00',
  'type=constructor',
  'offset=-1',
  'offset=999999999',
  'archived=1',
  'before=%00',
  'before=null',
  'kind=audio',
  'variant=__proto__',
  '__proto__=1',
  '&&&===',
]

export const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

/** Bytes that are no HTTP request, or one that breaks off. */
export const BAD_PACKETS: readonly string[] = [
  '\r\n\r\n\u0000\u0001\u0002',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET http://[ HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET a://b HTTP/1.1\r\nhost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET //a:b@/%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'GET /v1/models HTTP/1.1\r\n\r\n',
  `GET /v1/models HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`,
  'POST /v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n',
  'POST /v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
  'POST /v1/auth/login HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'POST /v1/auth/login HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n',
  'POST /v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"email":',
]
