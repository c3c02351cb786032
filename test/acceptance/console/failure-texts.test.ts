import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { openServedDocument } from '../../support/documents/served-document.ts'

const CONSOLE = new URL('../../../console/', import.meta.url)

const TABLES = {
  account: 'words/account-failures.ts',
  operator: 'pages/operator/operator-failures.ts',
  gateway: 'pages/playground/gateway-failures.ts',
} as const

/** What the console meets only where it is itself at fault, which the sentence of the service explains best. */
const FAULTS_OF_A_CLIENT = [
  'malformed_json',
  'malformed_request',
  'conflicting_durations',
  'conflicting_token_limits',
  'previous_response_not_found',
  'invalid_encrypted_content',
]

/** Explained by their status, by the id of the request that failed, or by the end of the session. */
const EXPLAINED_OTHERWISE = ['rate_limit_exceeded', 'internal_error', 'invalid_refresh_token']

/** The addresses that the pages of the playground call with an API key. */
const GATEWAY = ['/v1/chat', '/v1/images', '/v1/audio', '/v1/videos', '/v1/models']

const isUnder = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

/** Every error code that stands in a part of the API document. */
const codesIn = (part: unknown): readonly string[] => {
  if (typeof part !== 'object' || part === null) return []
  const { code } = part as { readonly code?: { readonly enum?: readonly string[] } }
  return [...(code?.enum ?? []), ...Object.values(part).flatMap(codesIn)]
}

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly responses: unknown }>>>>

describe('The texts for what the service refuses, in the console', () => {
  let paths: Paths
  let texts: Readonly<Record<keyof typeof TABLES, ReadonlySet<string>>>

  /** The names that stand in the table in both languages. */
  const namesIn = async (file: string): Promise<ReadonlySet<string>> => {
    const lines = (await readFile(new URL(file, CONSOLE), 'utf8')).split('\n')
    const names = lines.flatMap((line) => (/^ {4}[a-z_]+:/.test(line) ? [line.split(':', 1)[0]?.trim() ?? ''] : []))
    return new Set(names.filter((name, position) => names.indexOf(name) !== position))
  }

  before(async () => {
    const service = await openServedDocument()
    const document = (await (await fetch(`${service.app.url}/v1/openapi.json`)).json()) as { readonly paths: Paths }
    await service.close()
    paths = document.paths
    texts = {
      account: await namesIn(TABLES.account),
      operator: await namesIn(TABLES.operator),
      gateway: await namesIn(TABLES.gateway),
    }
  })

  const unexplained = (prefixes: readonly string[], tables: readonly (keyof typeof TABLES)[]): readonly string[] => {
    const operations = Object.entries(paths).filter(([path]) => isUnder(path, prefixes))
    const codes = operations.flatMap(([, methods]) =>
      Object.values(methods).flatMap(({ responses }) => codesIn(responses)),
    )
    expect(new Set(codes).size).to.be.greaterThan(10)
    const explained = [...tables.flatMap((table) => [...texts[table]]), ...FAULTS_OF_A_CLIENT, ...EXPLAINED_OTHERWISE]
    return [...new Set(codes)].filter((code) => !explained.includes(code))
  }

  it('are there for every code that an owner can meet', () => {
    expect(unexplained(['/v1/me', '/v1/auth', '/v1/billing', '/v1/console'], ['account'])).to.deep.equal([])
  })

  it('are there for every code that an operator can meet', () => {
    expect(unexplained(['/v1/operator'], ['account', 'operator'])).to.deep.equal([])
  })

  it('are there for every code that a call in the playground can meet', () => {
    expect(unexplained(GATEWAY, ['account', 'gateway'])).to.deep.equal([])
  })
})
