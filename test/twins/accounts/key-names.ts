import type { KeyNames } from '../../../src/application/ports/accounts/key-names.ts'
import type { ReceiptKey } from '../../../src/domain/ledger/receipt.ts'

/** Keys by their ids, deleted ones too, with their owners. */
type NamedKeys = ReadonlyMap<string, ReceiptKey & { readonly userId: string }>

export const memoryKeyNames = (keys: NamedKeys): KeyNames => ({
  find: async (ownerId, keyIds) => {
    const found = new Map<string, ReceiptKey>()
    for (const [id, { userId, ...key }] of keys) if (userId === ownerId && keyIds.includes(id)) found.set(id, key)
    return found
  },
})
