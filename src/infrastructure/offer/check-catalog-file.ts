import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { CatalogReport } from '../../adapters/cli/catalog-commands.ts'
import { readCatalogFile } from './offer.ts'

const UNREADABLE = { models: [], templates: [], tasks: [] }

/** Reads a catalogue as a start would, and says what is wrong with it. */
export const checkCatalogFile = async (file: string): Promise<CatalogReport> => {
  const read = await readCatalogFile(file)
  const { models, templates, tasks } = isRight(read) ? read.right : UNREADABLE
  return {
    file,
    models: models.length,
    templates: templates.length,
    tasks: tasks.length,
    problems: isLeft(read) ? read.left : [],
  }
}
