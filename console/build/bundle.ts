import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build, transform } from 'esbuild'
import type { BuildOptions } from 'esbuild'
import { dynamicImports, madeOf, scriptsOf, withParts } from './built.ts'
import { allOf, MAKING_ELEMENTS, served, withElements } from './plugins.ts'
import { shortNames, withOneImport } from './shared-imports.ts'

/** The packages that run in the browser. */
const PACKAGES = ['preact', 'preact/hooks', '@preact/signals'] as const

/** Folders and files that the first script and every page may use. */
const SHARED_FOLDERS = ['api', 'ui', 'words'] as const
const SHARED_FILES = ['location.ts', 'routes.ts'] as const

interface BundledFile {
  readonly path: string
  readonly contents: Uint8Array
}

interface Bundle {
  readonly files: readonly BundledFile[]
  /** The names of what the page asks for first. */
  readonly app: string
  readonly shared: string
  readonly style: string
  readonly icon: string
  /** Of each page, by the file that it is made of: the names of its own script and of that script's parts. */
  readonly scriptsOf: ReadonlyMap<string, readonly string[]>
}

const optionsFor = (sources: string) =>
  ({
    absWorkingDir: sources,
    outdir: join(sources, 'dist'),
    bundle: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox121', 'safari16.4'],
    minify: true,
    // Without it every Russian letter is written as an escape of six bytes.
    charset: 'utf8',
    write: false,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    ...MAKING_ELEMENTS,
    legalComments: 'none',
    logLevel: 'error',
  }) as const satisfies BuildOptions

/** Makes everything small but the names. */
const LONG_NAMES = { minify: false, minifySyntax: true, minifyWhitespace: true } as const

const readSharedFiles = async (sources: string): Promise<readonly string[]> => {
  const folders = await Promise.all(
    SHARED_FOLDERS.map(async (folder) => (await readdir(join(sources, folder))).map((name) => join(folder, name))),
  )
  return [...SHARED_FILES, ...folders.flat()].filter((file) => !file.endsWith('api-types.ts'))
}

/** The same files with their scripts changed. What a change adds must follow from what the names are made of. */
const changed = (
  files: readonly BundledFile[],
  change: (script: string) => Promise<string>,
): Promise<readonly BundledFile[]> =>
  Promise.all(
    files.map(async ({ path, contents }) =>
      path.endsWith('.js')
        ? { path, contents: new TextEncoder().encode(await change(new TextDecoder().decode(contents))) }
        : { path, contents },
    ),
  )

/**
 * Makes the files that the browser loads. What pages share is one file, which the page asks for together with the first
 * script; each page is a file of its own. Left to itself the bundler makes a file for every set of pages that share
 * something: thirty small files, found one behind the other, each of which a slow phone waits for.
 */
export const bundle = async (sources: string, publicPath: string): Promise<Bundle> => {
  const options = optionsFor(sources)
  const sharedFiles = await readSharedFiles(sources)
  const sharedAt = (name: string) => ({ files: sharedFiles, path: `./${name}` })

  // The first build only tells which pages there are, and what they and the first script use of what is shared.
  const notYet = sharedAt('shared.js')
  const first = await build({
    ...options,
    entryPoints: ['app.tsx'],
    splitting: true,
    plugins: [withElements, served(sources, notYet, new Map())],
  })
  const pageFiles = dynamicImports(first, sources)
  const short = shortNames(
    first.outputFiles.map(({ text }) => text),
    notYet.path,
  )

  const exported = [...short].map(([name, shortName]) => `${name} as ${shortName}`)
  const shared = await build({
    ...options,
    stdin: { contents: `export { ${exported.join(', ')} } from 'all'`, resolveDir: sources, sourcefile: 'shared.ts' },
    plugins: [withElements, allOf([...PACKAGES, ...sharedFiles.map((file) => `./${file}`)], sources)],
    entryNames: 'shared-[hash]',
  })
  const sharedFile = sharedAt(madeOf(shared, 'shared.ts'))

  const pages = await build({
    ...options,
    ...LONG_NAMES,
    entryPoints: [...pageFiles],
    splitting: true,
    plugins: [withElements, served(sources, sharedFile, new Map())],
  })
  const pagePaths = new Map(pageFiles.map((file) => [file, `${publicPath}/${madeOf(pages, file)}`]))
  const app = await build({
    ...options,
    ...LONG_NAMES,
    entryPoints: ['app.tsx', 'style/style.css', 'icon.svg'],
    plugins: [withElements, served(sources, sharedFile, pagePaths)],
  })

  // Names are made short only now: before, those of an import that is written once differ from all others.
  const inOneImport = async (script: string): Promise<string> => {
    const { format, minify, target, charset } = options
    const { code } = await transform(withOneImport(script, sharedFile.path, short), { format, minify, target, charset })
    return code
  }
  return {
    files: [
      ...shared.outputFiles,
      ...(await changed(pages.outputFiles, inOneImport)),
      ...(await changed(app.outputFiles, (script) => inOneImport(withParts(script, pages, publicPath)))),
    ],
    app: madeOf(app, 'app.tsx'),
    shared: madeOf(shared, 'shared.ts'),
    style: madeOf(app, 'style/style.css'),
    icon: madeOf(app, 'icon.svg'),
    scriptsOf: new Map(pageFiles.map((file) => [file, scriptsOf(pages, file)])),
  }
}
