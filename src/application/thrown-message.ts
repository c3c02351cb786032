/** What something that was thrown says: its message, or the thing itself where it is no error. */
export const thrownMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
