import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentationSources } from '../../adapters/http/documentation/documentation.ts'
import type { GuideFile } from '../../adapters/http/documentation/pages/guide-page.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const NAME = /^([\w-]+?)(\.ru)?\.md$/

/** Guides in the order in which a newcomer needs them; any other stands behind these. */
const ORDER: readonly string[] = [
  'quick-start',
  'streaming',
  'tools',
  'responses',
  'messages',
  'media',
  'errors',
  'prices-and-holds',
  'idempotency',
  'limits',
  'sandbox',
]

const placeOf = ({ name }: GuideFile): number => {
  const found = ORDER.indexOf(name)
  return found === -1 ? ORDER.length : found
}

const guidesIn = (section: GuideFile['section']): readonly GuideFile[] => {
  const folder = join(ROOT, 'docs', section)
  const files = readdirSync(folder).toSorted()
  return files.flatMap((file): readonly GuideFile[] => {
    const [, name, russian] = NAME.exec(file) ?? []
    if (name === undefined) return []
    const language = russian === undefined ? 'en' : 'ru'
    return [{ section, name, language, text: readFileSync(join(folder, file), 'utf8') }]
  })
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/**
 * Guides, style and script of the documentation as they stand in the repository; the style has the console's colours.
 */
export const readDocumentationSources = (): Omit<DocumentationSources, 'modelsWithoutSandbox'> => ({
  guides: [...guidesIn('guides').toSorted((one, other) => placeOf(one) - placeOf(other)), ...guidesIn('clients')],
  style: `${read('console/style/tokens.css')}${read('console/documentation/style.css')}`,
  script: read('console/documentation/script.js'),
})
