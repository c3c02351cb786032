import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { ROUTES } from '../routes.ts'
import type { PageName } from '../routes.ts'

/** A line of the table of pages in `console.tsx`: the name of a page, and the file that it is made of. */
const LINE = /^ {2}(?:'([a-z-]+)'|([a-z-]+)): \(\) => import\('([^']+)'\),$/gm

/**
 * The file that each page is made of. The bundler needs them written out where they are imported, so they are read
 * there.
 */
export const readPageFiles = async (sources: string): Promise<ReadonlyMap<PageName, string>> => {
  const text = await readFile(join(sources, 'console.tsx'), 'utf8')
  const files = new Map(
    [...text.matchAll(LINE)].map(([, quoted, plain, file]) => [quoted ?? plain, normalize(file ?? '')]),
  )
  return new Map(
    ROUTES.map(({ page }) => {
      const file = files.get(page)
      if (file === undefined) throw new Error(`console.tsx does not say in one line what the page ${page} is made of`)
      return [page, file]
    }),
  )
}
