import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../sending/http-response.ts'
import type { BytesResponse } from '../sending/http-response.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { openApiDocument } from '../openapi/document.ts'
import type { DocumentInfo, OpenApiDocument } from '../openapi/document.ts'
import { homePage } from '../openapi/page/home-page.ts'
import { referencePage } from '../openapi/page/reference-page.ts'
import { serviceSurface } from './surface.ts'

/** Document and page are made from the code, so they change only with a release. */
const CACHE = { 'cache-control': 'public, max-age=300' }

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

const readDocumentEndpoint = (document: () => OpenApiDocument): Endpoint =>
  endpoint({
    id: 'readOpenApi',
    method: 'GET',
    path: '/v1/openapi.json',
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    summary: 'This document',
    success: { status: 200, description: 'OpenAPI 3.1.', body: t.UnknownRecord },
    failures: [],
    handle: async () => right(json(200, document(), { headers: CACHE })),
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

const readReferenceEndpoint = (page: () => BytesResponse): Endpoint =>
  endpoint({
    id: 'readReference',
    method: 'GET',
    path: '/docs',
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    summary: 'The documentation for people',
    success: { status: 200, description: 'A page made of this document.', body: 'text/html' },
    failures: [],
    handle: async () => right(page()),
  })

const htmlResponse = ({ html, policy }: { readonly html: string; readonly policy: string }): BytesResponse => ({
  tag: 'bytes',
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: new TextEncoder().encode(html),
  headers: { ...CACHE, 'content-security-policy': policy },
})

/** The endpoints, followed by those that serve the document and the page, which describe all of them. */
export const withDocumentation = (endpoints: readonly Endpoint[], info: DocumentInfo): readonly Endpoint[] => {
  const document = once((): OpenApiDocument => openApiDocument(all, info))
  const page = once(() => htmlResponse(referencePage(document(), info.baseUrl)))
  const home = once(() => htmlResponse(homePage(info.baseUrl)))
  const all: readonly Endpoint[] = [
    ...endpoints,
    readDocumentEndpoint(document),
    readReferenceEndpoint(page),
    readHomeEndpoint(home),
  ]
  return all
}
