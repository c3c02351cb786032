/**
 * Whether the provider takes a text for the id of a tool call: it refuses other letters. No limit of the length is known
 * of it, so an id that a client wrote in the provider's own wire stays as long as it is.
 */
export const isTakenCallId = (id: string): boolean => /^[A-Za-z0-9_-]+$/.test(id)
