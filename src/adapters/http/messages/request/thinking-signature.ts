/**
 * Clients of this wire give thoughts back with their signature, and only the model that had a thought may be given it.
 * Where the gateway translates, the signature says which model that was, before the provider's own, if it has one.
 */
const MARK = 'gateway.'

const headFor = (model: string): string => `${MARK}${Buffer.from(model, 'utf8').toString('base64url')}.`

/** The signature under which the client gets a thought of a model. `signature` is the provider's, empty without one. */
export const signThinking = (model: string, signature: string): string => headFor(model) + signature

/** The provider's signature of a thought that this model had; null for thoughts of others. */
export const readSignature = (model: string, given: string): string | null => {
  const head = headFor(model)
  return given.startsWith(head) ? given.slice(head.length) : null
}

/** Whether a provider of this wire would know the signature: not one that is missing, or that was made here. */
export const isProvidersOwn = (given: unknown): boolean =>
  typeof given === 'string' && given !== '' && !given.startsWith(MARK)
