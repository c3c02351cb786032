import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type BytesAnswer, json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { type DocumentInfo, openApiDocument, type OpenApiDocument } from './document.ts'
import { homePage } from './page/home-page.ts'
import { referencePage } from './page/reference-page.ts'

/** Both are made of the code, so they change with a release and no earlier. */
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
    auth: 'none',
    summary: 'This document',
    success: { status: 200, description: 'OpenAPI 3.1.', body: t.UnknownRecord },
    failures: [],
    handle: async () => right(json(200, document(), { headers: CACHE })),
  })

const readHomeEndpoint = (page: () => BytesAnswer): Endpoint =>
  endpoint({
    id: 'readHome',
    method: 'GET',
    path: '/',
    auth: 'none',
    summary: 'Where to go from here',
    success: { status: 200, description: 'A page that names this documentation.', body: 'text/html' },
    failures: [],
    handle: async () => right(page()),
  })

const readReferenceEndpoint = (page: () => BytesAnswer): Endpoint =>
  endpoint({
    id: 'readReference',
    method: 'GET',
    path: '/docs',
    auth: 'none',
    summary: 'The documentation for people',
    success: { status: 200, description: 'A page made of this document.', body: 'text/html' },
    failures: [],
    handle: async () => right(page()),
  })

const pageAnswer = ({ html, policy }: { readonly html: string; readonly policy: string }): BytesAnswer => ({
  tag: 'bytes',
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: new TextEncoder().encode(html),
  headers: { ...CACHE, 'content-security-policy': policy },
})

/** The endpoints, and after them those that describe them all, themselves included. */
export const withReference = (endpoints: readonly Endpoint[], info: DocumentInfo): readonly Endpoint[] => {
  const document = once((): OpenApiDocument => openApiDocument(all, info))
  const page = once(() => pageAnswer(referencePage(document(), info.baseUrl)))
  const home = once(() => pageAnswer(homePage(info.baseUrl)))
  const all: readonly Endpoint[] = [
    ...endpoints,
    readDocumentEndpoint(document),
    readReferenceEndpoint(page),
    readHomeEndpoint(home),
  ]
  return all
}
