import { left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { nullish } from '../codecs/codecs.ts'
import { documentationOf } from '../documentation/documentation.ts'
import type { Documentation, DocumentationSources } from '../documentation/documentation.ts'
import { homePage } from '../documentation/html/home-page.ts'
import { PAGE_POLICY } from '../documentation/html/layout.ts'
import { once } from '../documentation/once.ts'
import { withOfferedModels } from '../documentation/sample-models.ts'
import { FOR_EVER, FOR_FIVE_MINUTES } from '../sending/cache-headers.ts'
import { codedFileResponse, codedText } from '../sending/coded-file.ts'
import type { CodedFile } from '../sending/coded-file.ts'
import { JSON_TYPE } from '../sending/http-response.ts'
import type { BytesResponse } from '../sending/http-response.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { openApiDocument } from '../openapi/document.ts'
import type { DocumentInfo, OpenApiDocument } from '../openapi/document.ts'
import { serviceSurface } from './surface.ts'

const HEADERS = {
  page: {
    ...FOR_FIVE_MINUTES,
    'content-security-policy': PAGE_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  },
  text: FOR_FIVE_MINUTES,
  hashed: FOR_EVER,
} as const

const fileHeaders = t.partial({ 'accept-encoding': nullish(t.string), 'if-none-match': nullish(t.string) })
const pageHeaders = t.intersection([fileHeaders, t.partial({ accept: nullish(t.string) })])

type FileHeaders = t.TypeOf<typeof fileHeaders>

const askedOf = (headers: FileHeaders) => ({
  acceptEncoding: headers['accept-encoding'] ?? '',
  ifNoneMatch: headers['if-none-match'] ?? '',
})

const UNCHANGED = { '304': 'The file is still the one that `If-None-Match` names.' } as const

const readDocumentEndpoint = (document: () => Promise<CodedFile>): Endpoint =>
  endpoint({
    id: 'readOpenApi',
    method: 'GET',
    path: '/v1/openapi.json',
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    summary: 'This document',
    headers: fileHeaders,
    success: { status: 200, description: 'OpenAPI 3.1.', body: t.UnknownRecord, otherStatuses: UNCHANGED },
    failures: [],
    handle: async ({ headers }) => right(codedFileResponse(await document(), askedOf(headers), FOR_FIVE_MINUTES)),
  })

const readHomeEndpoint = (page: () => BytesResponse): Endpoint =>
  endpoint({
    id: 'readHome',
    method: 'GET',
    path: '/',
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    summary: 'Where to go from here',
    success: { status: 200, description: 'A page that names this documentation.', body: 'text/html' },
    failures: [],
    handle: async () => right(page()),
  })

/** Where the documentation is, and what each address is for. */
const PLACES = [
  {
    id: 'readReference',
    path: '/docs',
    summary: 'The documentation for people',
    success: { status: 200, description: 'The first page, which names all others.', body: 'text/html' },
  },
  {
    id: 'readDocumentationPage',
    path: '/docs/*page',
    summary: 'One page of the documentation',
    success: {
      status: 200,
      description: 'A guide, the page of a client or of an endpoint; its Markdown at the same address with `.md`.',
      body: 'text/html',
      alternatives: { 'text/markdown': 'At an address that ends with `.md`.' },
    },
  },
  {
    id: 'readLlms',
    path: '/llms.txt',
    summary: 'The documentation for language models',
    success: {
      status: 200,
      description: 'Every page in one line, with the address of its Markdown.',
      body: 'text/plain',
    },
  },
] as const

const MISSING_PAGE_HEADERS = { ...HEADERS.page, 'cache-control': 'no-store' }

const htmlResponse = (status: number, html: string, headers: Readonly<Record<string, string>>): BytesResponse => ({
  tag: 'bytes',
  status,
  contentType: 'text/html; charset=utf-8',
  body: new TextEncoder().encode(html),
  headers,
})

const documentationEndpoints = (documentation: () => Promise<Documentation>): readonly Endpoint[] =>
  PLACES.map(({ success, ...place }) =>
    endpoint({
      ...place,
      method: 'GET',
      surface: serviceSurface,
      auth: 'none',
      group: 'Service',
      ...(place.path === '/docs/*page' ? { params: t.type({ page: t.string }) } : {}),
      headers: place.path === '/docs/*page' ? pageHeaders : fileHeaders,
      success: { ...success, otherStatuses: UNCHANGED },
      failures: ['not_found'],
      handle: async ({ path, headers }) => {
        const written = await documentation()
        const found = await written.find(path)
        if (found === undefined) {
          const { accept }: t.TypeOf<typeof pageHeaders> = headers
          if (accept?.includes('text/html') === true)
            return right(htmlResponse(404, written.missing(path), MISSING_PAGE_HEADERS))
          return left({ tag: 'not_found', message: 'The documentation has no such page.' })
        }
        return right(codedFileResponse(found.file, askedOf(headers), HEADERS[found.kind]))
      },
    }),
  )

/** The endpoints, followed by those that serve the document and the documentation, which describe all of them. */
export const withDocumentation = (
  endpoints: readonly Endpoint[],
  info: DocumentInfo,
  sources: DocumentationSources,
): readonly Endpoint[] => {
  const document = once((): OpenApiDocument => openApiDocument(all, info))
  const { modelsWithoutSandbox: models } = sources
  const written = once(() => {
    const text = JSON.stringify(document())
    return codedText(JSON_TYPE, models === null ? text : withOfferedModels(text, models))
  })
  const documentation = once(() => documentationOf(document(), sources, info.baseUrl))
  const home = once(() => {
    const { html, policy } = homePage(info.baseUrl)
    return htmlResponse(200, html, { ...FOR_FIVE_MINUTES, 'content-security-policy': policy })
  })
  const all: readonly Endpoint[] = [
    ...endpoints,
    readDocumentEndpoint(written),
    ...documentationEndpoints(documentation),
    readHomeEndpoint(home),
  ]
  return all
}
