import { isRight } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { MalformedEntries } from '../../domain/catalog/catalog-file.ts'
import { NAME_FIELDS } from './catalog-wire.ts'
import type { CatalogWire, EntryCodecs } from './catalog-wire.ts'

type SectionName = keyof typeof NAME_FIELDS

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** The entries of a section as they stand in the file; none where the section is no list. */
export const rawEntries = (content: unknown, section: SectionName): readonly unknown[] => {
  const list = fieldOf(content, section)
  return Array.isArray(list) ? list : []
}

/** The name that an entry gives itself; null if it gives none. */
export const nameOfEntry = (entry: unknown, section: SectionName): string | null => {
  const name = fieldOf(entry, NAME_FIELDS[section])
  return typeof name === 'string' && name !== '' ? name : null
}

interface ReadSection<A> {
  readonly good: A[]
  readonly malformed: readonly string[]
}

const readSection = <A>(content: unknown, section: SectionName, codec: t.Decoder<unknown, A>): ReadSection<A> => {
  const read = rawEntries(content, section).map((entry) => ({ entry, decoded: codec.decode(entry) }))
  return {
    good: read.flatMap(({ decoded }) => (isRight(decoded) ? [decoded.right] : [])),
    malformed: read.flatMap(({ entry, decoded }) => (isRight(decoded) ? [] : (nameOfEntry(entry, section) ?? []))),
  }
}

/** Reads each entry by itself, so that one whose form is wrong hides no mistake of another. */
export const readEntries = (
  content: unknown,
  codecs: EntryCodecs,
): { readonly good: CatalogWire; readonly malformed: MalformedEntries } => {
  const providers = readSection(content, 'providers', codecs.providers)
  const models = readSection(content, 'models', codecs.models)
  const templates = readSection(content, 'templates', codecs.templates)
  const tasks = readSection(content, 'tasks', codecs.tasks)
  return {
    good: { providers: providers.good, models: models.good, templates: templates.good, tasks: tasks.good },
    malformed: {
      providers: providers.malformed,
      models: models.malformed,
      templates: templates.malformed,
      tasks: tasks.malformed,
    },
  }
}
