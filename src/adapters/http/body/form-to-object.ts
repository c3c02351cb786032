import type { UploadedFile } from '../codecs/uploaded-file.ts'

/** How a form expresses the JSON body of the same endpoint. Fields that are not listed are text. */
export interface MultipartForm {
  /** Fields whose parts are files. The first word of a name counts: `image` covers `image[]`. */
  readonly files: readonly string[]
  readonly numbers?: readonly string[]
  readonly booleans?: readonly string[]
  /** All files together, where the endpoint reads larger ones than others do. */
  readonly maxFileBytes?: number
  /** Set where a file is needed, which JSON cannot hold: no other body is read. */
  readonly isOnly?: true
}

/** One part of a form in the order of arrival. */
export interface FormPart {
  readonly name: string
  readonly value: string | UploadedFile
}

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

/** Text that does not fit the kind of its field stays text, and the codec then refuses the field by name. */
const valueOf = (form: MultipartForm, name: string, value: FormPart['value']): unknown => {
  if (typeof value !== 'string') return value
  if (form.numbers?.includes(name) === true && NUMBER.test(value)) return Number(value)
  if (form.booleans?.includes(name) === true) return BOOLEANS.get(value) ?? value
  return value
}

/** `image[]` is a list, `input_reference[image_url]` a field of an object; any other name is a plain field. */
const NAME = /^([^[\]]+)(?:\[([^[\]]*)\])?$/

/** The part's place: a field, and within it a key; '' for one more element. */
export const parseFieldName = (name: string): { readonly field: string; readonly key: string | null } => {
  const [, field, key] = NAME.exec(name) ?? []
  return field === undefined ? { field: name, key: null } : { field, key: key ?? null }
}

/** The parts as the object that JSON would have been. A field that comes twice is a list. */
export const formToObject = (form: MultipartForm, parts: readonly FormPart[]): Readonly<Record<string, unknown>> => {
  const body = new Map<string, unknown>()
  const lists = new Map<string, unknown[]>()
  const objects = new Map<string, Map<string, unknown>>()
  for (const part of parts) {
    const { field, key } = parseFieldName(part.name)
    const value = valueOf(form, field, part.value)
    if (key !== null && key !== '') {
      const fields = objects.get(field) ?? new Map<string, unknown>()
      objects.set(field, fields.set(key, value))
    } else if (key === '' || body.has(field) || lists.has(field)) {
      const list = lists.get(field) ?? (body.has(field) ? [body.get(field)] : [])
      list.push(value)
      lists.set(field, list)
    } else body.set(field, value)
  }
  for (const [field, fields] of objects) if (!body.has(field)) body.set(field, Object.fromEntries(fields))
  for (const [field, list] of lists) body.set(field, list)
  return Object.fromEntries(body)
}
