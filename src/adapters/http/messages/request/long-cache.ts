import type { NativeField, NativeRequest } from '../../../../domain/chat/native.ts'
import { findForbiddenField } from '../../../../domain/parameters/request-fields.ts'

/** What a mark without a life, or with this one, asks for. */
const USUAL_LIFE = '5m'

const MARK = 'cache_control'

const lifeOf = (mark: unknown): string | null => {
  const life = typeof mark === 'object' && mark !== null && 'ttl' in mark ? mark.ttl : null
  return life === null || life === undefined ? null : typeof life === 'string' ? life : JSON.stringify(life)
}

/** Whether a text may have a field of this name. Letters may be written as escapes. */
const mayHaveMark = (json: string): boolean => json.includes(MARK) || json.includes('\\u')

/** A life that a mark anywhere in the request asks for and that is not the usual one; null if all are usual. */
export const longCacheOf = (
  fields: ReadonlyMap<string, NativeField>,
): NonNullable<NativeRequest['longCache']> | null => {
  let found: string | null = null
  const isLong = (name: string, value: unknown): boolean => {
    const life = name === MARK ? lifeOf(value) : null
    if (life !== null && life !== USUAL_LIFE) found = life
    return found !== null
  }
  for (const [name, { json, value }] of fields) {
    if (isLong(name, value) || (mayHaveMark(json) && findForbiddenField(value, isLong) !== null)) break
  }
  return found === null ? null : { path: `${MARK}.ttl`, life: found }
}
