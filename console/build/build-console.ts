import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ROUTES } from '../routes.ts'
import type { PageName } from '../routes.ts'
import { bundle } from './bundle.ts'
import { readPageFiles } from './page-files.ts'
import { takePlace } from './take-place.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const BUILT = join(SOURCES, 'dist')

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
}

/** Where the service offers the files; the names under it have their hashes. */
const PUBLIC_PATH = '/console-files'

interface BuiltFile {
  readonly path: string
  readonly file: string
  readonly contentType: string
  readonly version: string
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const writeFileInCodings = async (folder: string, name: string, bytes: Uint8Array): Promise<BuiltFile> => {
  const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all([
    writeFile(join(folder, name), bytes),
    writeFile(join(folder, `${name}.br`), await compressBrotli(bytes, smallest)),
    writeFile(join(folder, `${name}.gz`), await compressGzip(bytes, { level: 9 })),
  ])
  return {
    path: `${PUBLIC_PATH}/${name}`,
    file: name,
    contentType: TYPES[extname(name)] ?? 'application/octet-stream',
    version: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
  }
}

/** Writes the console into `console/dist`, which the service reads at its start. */
export const buildConsole = async (): Promise<void> => {
  const built = await bundle(SOURCES, PUBLIC_PATH)
  const folder = `${BUILT}.${process.pid}`
  await mkdir(folder, { recursive: true })
  const files = await Promise.all(
    built.files.map(({ path, contents }) => writeFileInCodings(folder, basename(path), contents)),
  )
  const template = await readFile(join(SOURCES, 'page.html'), 'utf8')
  const pageFiles = await readPageFiles(SOURCES)
  const scriptsOf = (page: PageName): readonly string[] => built.scriptsOf.get(pageFiles.get(page) ?? '') ?? []
  const writePage = (name: string, scripts: readonly string[]): Promise<BuiltFile> => {
    const preloads = [built.shared, ...new Set(scripts)].map(
      (script) => `<link rel="modulepreload" href="${PUBLIC_PATH}/${script}" />`,
    )
    const html = template
      .replace('{icon}', `${PUBLIC_PATH}/${built.icon}`)
      .replace('{style}', `${PUBLIC_PATH}/${built.style}`)
      .replace('{preloads}', preloads.join('\n    '))
      .replace('{script}', `${PUBLIC_PATH}/${built.app}`)
    return writeFileInCodings(folder, `page-${name}.html`, Buffer.from(html))
  }
  const pages = await Promise.all(
    ROUTES.map(async ({ page, path }) => {
      // A user who is not signed in mostly comes to the overview, and sees the sign-in page there.
      const scripts = [...scriptsOf(page), ...(page === 'overview' ? scriptsOf('sign-in') : [])]
      const { file, contentType, version } = await writePage(page, scripts)
      return { path, file, contentType, version }
    }),
  )
  const noPage = await writePage('not-found', [])
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ pages, noPage, files }, null, 2))
  await takePlace(folder, BUILT)
}

const changedAt = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return 0
  }
}

const latestChange = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((each) => each.isFile() && !each.parentPath.startsWith(BUILT))
  return Math.max(...(await Promise.all(files.map((each) => changedAt(join(each.parentPath, each.name))))))
}

/** Builds the console where its sources are newer than what was built. */
export const buildConsoleIfOld = async (): Promise<void> => {
  const built = await changedAt(join(BUILT, 'manifest.json'))
  const packages = await changedAt(join(SOURCES, '../package-lock.json'))
  if (built < Math.max(await latestChange(SOURCES), packages)) await buildConsole()
}
