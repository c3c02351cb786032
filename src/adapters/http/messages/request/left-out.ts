/** What a translation has no word for: the names of fields, without the places in lists, each once. */
export type LeftOut = Set<string>

/** Notes every field of an object that has a value and is not among those that are read. */
export const noteOthers = (value: object, read: ReadonlySet<string>, path: string, leftOut: LeftOut): void => {
  for (const [name, field] of Object.entries(value)) {
    if (field !== null && field !== undefined && !read.has(name)) leftOut.add(`${path}${name}`)
  }
}
