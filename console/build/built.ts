import { basename, relative, resolve } from 'node:path'
import type { BuildResult } from 'esbuild'

/** What a run of the bundler made. */
export type Built = BuildResult<{ readonly write: false; readonly metafile: true }>

type Output = Built['metafile']['outputs'][string]

const outputOf = ({ metafile }: Built, entryPoint: string): readonly [file: string, output: Output] => {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entryPoint)
  if (found === undefined) throw new Error(`the build made nothing of ${entryPoint}`)
  return found
}

/** The name of the file that a build made of an entry point. */
export const madeOf = (built: Built, entryPoint: string): string => basename(outputOf(built, entryPoint)[0])

const partsOf = ({ imports }: Output): readonly string[] =>
  imports.filter(({ external }) => external !== true).map(({ path }) => basename(path))

/** The names of the script that a build made of a page, and of that script's parts. */
export const scriptsOf = (built: Built, page: string): readonly string[] => {
  const [file, output] = outputOf(built, page)
  return [basename(file), ...partsOf(output)]
}

/**
 * Has the first script ask for the parts of a page together with the page, and not only once the page has come and
 * names them. The name of a page follows from those of its parts, so the name of the first script stays true.
 */
export const withParts = (script: string, { metafile }: Built, publicPath: string): string => {
  const importOf = (file: string): string => `import("${publicPath}/${basename(file)}")`
  let text = script
  for (const [file, output] of Object.entries(metafile.outputs)) {
    const parts = partsOf(output).map(importOf)
    if (output.entryPoint === undefined || parts.length === 0) continue
    if (!text.includes(importOf(file))) throw new Error(`the first script does not import ${file}`)
    text = text.replaceAll(importOf(file), `(${[...parts, importOf(file)].join(',')})`)
  }
  return text
}

/** The files that the sources import only when they are wanted: the pages. */
export const dynamicImports = ({ metafile }: Built, sources: string): readonly string[] => {
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  const paths = imports.flatMap(({ kind, path }) => (kind === 'dynamic-import' ? [path] : []))
  return [...new Set(paths.map((path) => relative(sources, resolve(sources, path))))]
}
