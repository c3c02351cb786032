/**
 * Google signs the text of an answer, and recommends that the signature comes back with it; nothing is refused without
 * (https://ai.google.dev/gemini-api/docs/thought-signatures). It travels as the seal of the reasoning, for which each
 * surface has a field that its clients give back, and only where the reasoning was shown: who did not ask to see it has
 * no such field, and would pay in each turn for the signatures of all turns before it.
 */
const MARK = 'gts1.'

export const sealOfText = (thoughtSignature: string): string => MARK + thoughtSignature

/** The signature that a seal carries; null where it is of another provider. */
export const textSignatureIn = (seal: string | null | undefined): string | null =>
  seal?.startsWith(MARK) === true && seal.length > MARK.length ? seal.slice(MARK.length) : null
