import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ConsoleFiles } from '../../adapters/http/console/serve-console.ts'
import type { CodedFile } from '../../adapters/http/sending/coded-file.ts'
import type { Log } from '../observability/logging.ts'

const BUILT = fileURLToPath(new URL('../../../console/dist', import.meta.url))

const builtFile = t.type({ path: t.string, file: t.string, contentType: t.string, version: t.string })

/** What the build of the console writes beside its files. */
const manifest = t.type({ pages: t.array(builtFile), noPage: builtFile, files: t.array(builtFile) })

const readBuilt = async ({ file, contentType, version }: t.TypeOf<typeof builtFile>): Promise<CodedFile> => {
  const [identity, gzip, br] = await Promise.all(
    ['', '.gz', '.br'].map((suffix) => readFile(join(BUILT, `${file}${suffix}`))),
  )
  if (identity === undefined || gzip === undefined || br === undefined) throw new Error(`${file} was not built whole`)
  return { contentType, version, bodies: { identity, gzip, br } }
}

/** The console that `npm start` has built; null, with a warning, where nothing was built. */
export const openConsole = async (log: Log): Promise<ConsoleFiles | null> => {
  let text: string
  try {
    text = await readFile(join(BUILT, 'manifest.json'), 'utf8')
  } catch {
    log.warn('the console was not built, so it is left out: run `npm run console:build`, or set CONSOLE=off')
    return null
  }
  const read = manifest.decode(JSON.parse(text))
  if (isLeft(read)) throw new Error('console/dist/manifest.json is not what the build writes: build the console again')
  const { pages, noPage, files } = read.right
  return {
    pages: await Promise.all(pages.map(async (page) => ({ path: page.path, file: await readBuilt(page) }))),
    noPage: await readBuilt(noPage),
    files: new Map(await Promise.all(files.map(async (file) => [file.path, await readBuilt(file)] as const))),
  }
}
