/**
 * The money that this process has reserved ahead, as others may ask for it. Nothing here throws: what could not be
 * given back stays reserved, and the ledger's next answer says so.
 */
export interface ReservedMoney {
  /**
   * Gives back what is free under all keys of a wallet, and resolves when the ledger has answered for it. What calls
   * under way may still cost stays reserved, and goes back when they end. For half a minute this process reserves
   * nothing more for the wallet and admits none of its calls. False, and at once, where nothing of it is free.
   */
  giveBackFree(walletId: string): Promise<boolean>
  /** The same, for money that was asked back elsewhere: the caller waits for nothing. */
  onPressed(walletId: string): void
}
