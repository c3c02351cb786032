import { readdir } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import type { BuildOptions, BuildResult, Plugin } from 'esbuild'

/** The packages that run in the browser. */
const PACKAGES = ['preact', 'preact/hooks', 'preact/jsx-runtime', '@preact/signals'] as const

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

type Built = BuildResult<{ readonly write: false; readonly metafile: true }>

type Output = Built['metafile']['outputs'][string]

const outputOf = ({ metafile }: Built, entryPoint: string): readonly [file: string, output: Output] => {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entryPoint)
  if (found === undefined) throw new Error(`the build made nothing of ${entryPoint}`)
  return found
}

/** The name of the file that a build made of an entry point. */
const madeOf = (built: Built, entryPoint: string): string => basename(outputOf(built, entryPoint)[0])

/**
 * Makes the files that the browser loads. What pages share is one file, which the page asks for together with the first
 * script; each page is a file of its own. Left to itself the bundler makes a file for every set of pages that share
 * something: thirty small files, found one behind the other, each of which a slow phone waits for.
 */
export const bundle = async (sources: string, publicPath: string): Promise<Bundle> => {
  const common = {
    absWorkingDir: sources,
    outdir: join(sources, 'dist'),
    bundle: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox121', 'safari16.4'],
    minify: true,
    write: false,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    tsconfig: join(sources, 'tsconfig.json'),
    legalComments: 'none',
    logLevel: 'error',
  } as const satisfies BuildOptions

  const folders = await Promise.all(
    SHARED_FOLDERS.map(async (folder) => (await readdir(join(sources, folder))).map((name) => join(folder, name))),
  )
  const sharedFiles = [...SHARED_FILES, ...folders.flat()].filter((file) => !file.endsWith('api-types.ts'))
  const shared = await build({
    ...common,
    stdin: {
      contents: [...PACKAGES, ...sharedFiles.map((file) => `./${file}`)]
        .map((path) => `export * from '${path}'`)
        .join('\n'),
      resolveDir: sources,
      sourcefile: 'shared.ts',
    },
    entryNames: 'shared-[hash]',
  })
  const sharedName = madeOf(shared, 'shared.ts')

  /** Has a file import what is shared, and whatever else was built before it, from where that is served. */
  const served = (pages: ReadonlyMap<string, string>): Plugin => ({
    name: 'served',
    setup: ({ onResolve }) => {
      const isShared = new Set(sharedFiles)
      onResolve({ filter: /./ }, ({ path, resolveDir, kind }) => {
        if (kind === 'entry-point') return null
        if (!path.startsWith('.')) return { path: `${publicPath}/${sharedName}`, external: true }
        const file = relative(sources, resolve(resolveDir, path))
        const name = isShared.has(file) ? sharedName : pages.get(file)
        return name === undefined ? null : { path: `${publicPath}/${name}`, external: true }
      })
    },
  })

  const pageFiles = await dynamicImports(common, sources)
  const pages = await build({
    ...common,
    entryPoints: [...pageFiles],
    splitting: true,
    plugins: [served(new Map())],
  })
  const app = await build({
    ...common,
    entryPoints: ['app.tsx', 'style/style.css', 'icon.svg'],
    plugins: [served(new Map(pageFiles.map((file) => [file, madeOf(pages, file)])))],
  })
  const appFiles = app.outputFiles.map(({ path, contents }) =>
    path.endsWith('.js') ? { path, contents: withParts(contents, pages, publicPath) } : { path, contents },
  )
  return {
    files: [...shared.outputFiles, ...pages.outputFiles, ...appFiles],
    app: madeOf(app, 'app.tsx'),
    shared: sharedName,
    style: madeOf(app, 'style/style.css'),
    icon: madeOf(app, 'icon.svg'),
    scriptsOf: new Map(pageFiles.map((file) => [file, scriptsOf(pages, file)])),
  }
}

const partsOf = ({ imports }: Output): readonly string[] =>
  imports.filter(({ external }) => external !== true).map(({ path }) => basename(path))

const scriptsOf = (built: Built, page: string): readonly string[] => {
  const [file, output] = outputOf(built, page)
  return [basename(file), ...partsOf(output)]
}

/**
 * Has the first script ask for the parts of a page together with the page, and not only once the page has come and names
 * them. The name of a page follows from those of its parts, so the name of the first script stays true.
 */
const withParts = (script: Uint8Array, { metafile }: Built, publicPath: string): Uint8Array => {
  const importOf = (file: string): string => `import("${publicPath}/${basename(file)}")`
  let text = new TextDecoder().decode(script)
  for (const [file, output] of Object.entries(metafile.outputs)) {
    const parts = partsOf(output).map(importOf)
    if (output.entryPoint === undefined || parts.length === 0) continue
    if (!text.includes(importOf(file))) throw new Error(`the first script does not import ${file}`)
    text = text.replaceAll(importOf(file), `(${[...parts, importOf(file)].join(',')})`)
  }
  return new TextEncoder().encode(text)
}

/** The pages: what the console imports only when it is opened. */
const dynamicImports = async (common: BuildOptions, sources: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    ...common,
    entryPoints: ['app.tsx'],
    splitting: true,
    metafile: true,
    write: false,
  })
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  const paths = imports.flatMap(({ kind, path }) => (kind === 'dynamic-import' ? [path] : []))
  return [...new Set(paths.map((path) => relative(sources, resolve(sources, path))))]
}
