/**
 * The input of a call as an object, because some wires take nothing else. What is no object is kept in one, as
 * Anthropic advises its clients to do; nothing at all, and `null`, are an empty one. `objectIn` reads a text of JSON,
 * and gives null where that is no object.
 */
export const callInput = <O extends object>(
  argumentsText: string,
  objectIn: (json: string) => O | null,
): O | { readonly INVALID_JSON?: string } => {
  const text = argumentsText.trim()
  return text === '' || text === 'null' ? {} : (objectIn(argumentsText) ?? { INVALID_JSON: argumentsText })
}
