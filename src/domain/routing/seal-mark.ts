import { hashText } from './text-hash.ts'

/**
 * Stands before a provider's seal of reasoning for as long as the client keeps it, and names the provider. Only the
 * account that sealed them can open them, and the client hands them back unread: so every process knows where they
 * belong.
 */
const MARK = /^gw2\.[0-9a-z]{1,11}\./

/** The mark of a provider, by its id in the catalogue: printable ASCII that JSON writes as it is. */
export const sealMarkOf = (provider: string): string => `gw2.${hashText(provider).toString(36)}.`

/** The mark that a seal begins with; null for a seal that has none. */
export const sealMarkIn = (seal: string): string | null => MARK.exec(seal)?.[0] ?? null
