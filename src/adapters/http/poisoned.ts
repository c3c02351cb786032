/** A name can be written with escapes; these stand for letters of `__proto__`, among others. */
const ESCAPED_LETTER = /\\u00[567]/

const namesPrototype = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype))

/** Whether a parsed JSON body has a field `__proto__`, which would become a prototype wherever somebody copies it. */
export const isPoisoned = (raw: string, body: unknown): boolean =>
  (raw.includes('__proto__') || ESCAPED_LETTER.test(raw)) && namesPrototype(body)
