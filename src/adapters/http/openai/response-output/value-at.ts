import { isBlank } from '../../../../domain/json-strings.ts'

const COLON = 58

/** The first place from here on that holds none of JSON's blanks. */
const pastBlanks = (json: string, from: number): number => {
  let at = from
  while (isBlank(json.charCodeAt(at))) at += 1
  return at
}

/**
 * Where the value of the first field of this name begins in a JSON text; -1 if no field has the name. A text that holds
 * the name is none: JSON writes its quotes in another way. Each event of a stream is read so: parsing it takes longer.
 */
export const valueAt = (json: string, quotedName: string): number => {
  for (let at = json.indexOf(quotedName); at !== -1; at = json.indexOf(quotedName, at + quotedName.length)) {
    const behind = pastBlanks(json, at + quotedName.length)
    if (json.charCodeAt(behind) === COLON) return pastBlanks(json, behind + 1)
  }
  return -1
}
