import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'esbuild'

const ROOT = resolve(import.meta.dirname, '../../..')
/** Packages that are not bundled are looked for from here. */
const PLACE = join(ROOT, 'node_modules/.cache')
/** Read by `start-from-one-file.js` as each process begins. */
const FROM_ONE_FILE = resolve(import.meta.dirname, 'start-from-one-file.js')

/** The folder in which a whole run has bundled the service for the processes that its tests start. */
export const ONE_FILE_VARIABLE = 'TEST_SERVICE_IN_ONE_FILE'

/** The files with which such processes begin, of which each becomes one file. */
const ENTRIES = {
  main: join(ROOT, 'src/infrastructure/main.ts'),
  'serve-with-slow-redis': resolve(import.meta.dirname, 'serve-with-slow-redis.ts'),
  'serve-with-local-webhooks': resolve(import.meta.dirname, 'serve-with-local-webhooks.ts'),
}

/** They have machine code or files of their own beside their programs. */
const LEFT_AS_THEY_ARE = ['argon2', 'sharp', 'esbuild', '@electric-sql/pglite', 'wasm-media-encoders', 'gpt-tokenizer']

/** The service finds its migrations, its threads and its pages from the place of its sources, bundled or not. */
const sourcesKeepTheirPlace: Plugin = {
  name: 'sources keep their place',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
    })),
}

/** Packages of the older kind ask for others by a function that a module does not have. */
const REQUIRE = `import { createRequire as makeRequire } from 'node:module'
const require = makeRequire(${JSON.stringify(join(ROOT, 'package.json'))})`

interface ServiceInOneFile {
  readonly folder: string
  remove(): Promise<void>
}

/**
 * Bundles the service. A process of it reads a thousand files at its start, and begins in two thirds of the processor
 * time from one; what is loaded only when it is needed stays so.
 */
export const makeServiceInOneFile = async (): Promise<ServiceInOneFile> => {
  await mkdir(PLACE, { recursive: true })
  const folder = await mkdtemp(join(PLACE, 'service-under-test-'))
  await build({
    entryPoints: ENTRIES,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    keepNames: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external: LEFT_AS_THEY_ARE.flatMap((name) => [name, `${name}/*`]),
    banner: { js: REQUIRE },
    plugins: [sourcesKeepTheirPlace],
    logLevel: 'error',
  })
  const places = Object.entries(ENTRIES).map(([name, source]) => [
    pathToFileURL(source).href,
    pathToFileURL(join(folder, `${name}.mjs`)).href,
  ])
  await writeFile(join(folder, 'places.json'), JSON.stringify(Object.fromEntries(places)))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** For a test of which code the service loads, and when: its process begins from the sources in every run. */
export const FROM_SOURCES = { [ONE_FILE_VARIABLE]: '' } as const

interface Beginning {
  /** Before the name of the program. */
  readonly argv: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** How Node begins a process of the service: from its sources where no run has bundled it, as for a single file. */
export const beginningOf = (environment: Readonly<Record<string, string>>): Beginning => {
  const folder = environment[ONE_FILE_VARIABLE] ?? process.env[ONE_FILE_VARIABLE]
  if (folder === undefined || folder === '') return { argv: [], environment }
  const compiledCode = { NODE_COMPILE_CACHE: join(folder, 'compiled-code') }
  return { argv: ['--import', pathToFileURL(FROM_ONE_FILE).href], environment: { ...compiledCode, ...environment } }
}
