/** The marks on wallets that are short of money while other instances have some of it reserved. */
export interface PressedWallets {
  /**
   * Marks the wallet where money is reserved in it, by any instance. False: none is, so nothing comes back. For
   * `PRESSED.forMs` from then on the ledger reserves nothing for it.
   */
  press(walletId: string): Promise<boolean>
  /**
   * Of the wallets in which this instance has money reserved, those that are marked, and those that take no paid call
   * since a write-off.
   */
  pressedOf(instance: string): Promise<readonly string[]>
}
