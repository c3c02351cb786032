import { builtinModules } from 'node:module'
import type { Rule } from '../source-tree.ts'
import { edgesOf, isBelow } from './import-edges.ts'

const below = (...folders: readonly string[]) => {
  const tests = folders.map(isBelow)
  return (path: string) => tests.some((test) => test(path))
}

/** Where a library may be known. One that is not listed may be used anywhere its floor allows. */
const HOMES: Readonly<Record<string, (path: string) => boolean>> = {
  'io-ts': below('src/adapters', 'src/infrastructure'),
  inversify: below('src/infrastructure'),
  'reflect-metadata': below('src/infrastructure'),
  pino: below('src/infrastructure'),
  kysely: below('src/adapters/persistence', 'src/infrastructure', 'migrations'),
  pg: below('src/adapters/persistence', 'src/infrastructure'),
  '@electric-sql/pglite': below('src/adapters/persistence', 'src/infrastructure'),
  koa: below('src/adapters/http'),
  'koa-compose': below('src/adapters/http'),
  '@koa/router': below('src/adapters/http'),
  'koa-body': below('src/adapters/http/body'),
  '@fastify/busboy': below('src/adapters/http/body'),
  ioredis: below('src/adapters/limits', 'src/adapters/cache'),
  argon2: below('src/adapters/security'),
  jose: below('src/adapters/security', 'src/adapters/identity'),
  commander: below('src/adapters/cli'),
  nodemailer: below('src/adapters/mail'),
  undici: below('src/adapters/providers', 'src/adapters/url-fetcher'),
  'eventsource-parser': below('src/adapters/providers'),
  'lru-cache': below('src/adapters/cache', 'src/adapters/persistence'),
  'gpt-tokenizer': below('src/adapters/tokens'),
  yaml: below('src/adapters/catalog'),
  sharp: below('src/adapters/imaging'),
  '@aws-sdk/client-s3': below('src/adapters/media-store'),
  'wasm-media-encoders': below('src/adapters/audio'),
  'music-metadata': below('src/adapters/audio'),
  got: below('src/adapters/service-http', 'src/adapters/identity', 'src/adapters/payments'),
  ...Object.fromEntries(
    ['api', 'exporter-trace-otlp-proto', 'resources', 'sdk-trace'].map((name) => [
      `@opentelemetry/${name}`,
      below('src/infrastructure/observability/tracing'),
    ]),
  ),
}

export const librariesStayHome: Rule = (tree) =>
  edgesOf(tree, (path) => path.startsWith('src/') || path.startsWith('migrations/'))
    .filter((edge) => HOMES[edge.to]?.(edge.from) === false)
    .map((edge) => ({ path: edge.from, line: edge.line, message: `imports ${edge.to} outside its home` }))

/** Spellings that type-check and then fail, and towers this house does not build. */
const BANNED: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /^fp-ts$|^fp-ts\/(?!lib\/)/, reason: 'crashes in plain Node; import fp-ts/lib/Name.js' },
  { pattern: /^fp-ts\/lib\/[^.]+$/, reason: 'crashes in plain Node; the name ends in .js' },
  { pattern: /^fp-ts\/lib\/(Task|IO|Reader|State)/, reason: 'use cases are async functions that return an Either' },
  { pattern: /^io-ts\/(?!lib\/.*\.js$)/, reason: "import * as t from 'io-ts'" },
]

export const noBannedImports: Rule = (tree) =>
  edgesOf(tree).flatMap((edge) =>
    BANNED.filter((ban) => ban.pattern.test(edge.specifier)).map((ban) => ({
      path: edge.from,
      line: edge.line,
      message: `imports ${edge.specifier}: ${ban.reason}`,
    })),
  )

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** What runs in production is a dependency; what only tests and benches use is a development one. */
export const packagesAreDeclared: Rule = (tree) => {
  const manifest = JSON.parse(tree.files.get('package.json') ?? '{}') as Manifest
  const production = new Set(Object.keys(manifest.dependencies ?? {}))
  const development = new Set([...production, ...Object.keys(manifest.devDependencies ?? {})])
  return edgesOf(tree)
    .filter((edge) => !edge.relative && !edge.to.startsWith('node:'))
    .flatMap((edge) => {
      if (builtinModules.includes(edge.to)) {
        return [{ path: edge.from, line: edge.line, message: `write node:${edge.specifier}` }]
      }
      const declared =
        below('src', 'migrations', 'bin')(edge.from) && edge.from !== 'bin/test.js' ? production : development
      const known = declared.has(edge.to) || (edge.typeOnly && declared.has(`@types/${edge.to}`))
      return known ? [] : [{ path: edge.from, line: edge.line, message: `${edge.to} is not declared in package.json` }]
    })
}

/** Names of `node:dns` that take a thread of the pool, of which there are few. */
const THREADED_LOOKUPS: ReadonlySet<string> = new Set(['lookup', 'lookupService'])

/** Clients choose the names that are fetched, and with them how long the resolving takes. */
export const clientNamesTakeNoThread: Rule = (tree) =>
  edgesOf(tree, isBelow('src/adapters/url-fetcher'))
    .filter(({ to, typeOnly }) => to.startsWith('node:dns') && !typeOnly)
    .flatMap(({ from }) => {
      const { path, identifiers } = tree.modules.get(from) ?? { path: from, identifiers: [] }
      const used = identifiers.find(({ name }) => THREADED_LOOKUPS.has(name))
      return used === undefined
        ? []
        : [{ path, line: used.line, message: `${used.name} takes a thread; ask a Resolver` }]
    })

const BOUNDED_CALLS = isBelow('src/adapters/service-http')

/** What reads an answer of any length, packed or not, unless it is given a client with a bound. */
export const answersAreBounded: Rule = (tree) =>
  [...tree.modules.values()]
    .filter(({ path }) => isBelow('src')(path) && !BOUNDED_CALLS(path))
    .flatMap(({ path, names, identifiers, imports }) => {
      const importsGot = imports.some(({ specifier }) => specifier === 'got')
      const givesClient = identifiers.some(({ name }) => name === 'customFetch')
      const found = [
        ...names.filter(({ name }) => name === 'fetch'),
        ...identifiers.filter(({ name }) => name === 'got' && importsGot),
        ...identifiers.filter(({ name }) => name === 'createRemoteJWKSet' && !givesClient),
      ]
      return found
        .slice(0, 1)
        .map(({ name, line }) => ({ path, line, message: `${name} reads answers of any length; take boundedGot` }))
    })
