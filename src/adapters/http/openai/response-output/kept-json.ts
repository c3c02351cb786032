import { BYTES_OF_CHAR } from '../../../../domain/bytes-of-char.ts'
import { withExactFields } from '../../../../domain/exact-numbers.ts'
import { EXACT_FIELDS } from '../../../../domain/responses/stored-response.ts'

/** What a JSON text of this wire says. */
export const valueOf = (text: string): unknown => withExactFields(text, JSON.parse(text), EXACT_FIELDS)

/** Values that wait for the end of a stream, as their texts: what the values take may be many times as much. */
export const keptJson = <K, V extends object>() => {
  const texts = new Map<K, string>()
  let chars = 0
  const drop = (key: K): void => {
    chars -= texts.get(key)?.length ?? 0
    texts.delete(key)
  }
  return {
    set: (key: K, value: V): void => {
      drop(key)
      const text = JSON.stringify(value)
      texts.set(key, text)
      chars += text.length
    },
    drop,
    get: (key: K): V | null => {
      const text = texts.get(key)
      return text === undefined ? null : (valueOf(text) as V)
    },
    keys: (): readonly K[] => [...texts.keys()],
    bytes: (): number => BYTES_OF_CHAR * chars,
  }
}
