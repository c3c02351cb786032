/** Reports to the operator clients that disconnect from calls for which nothing can be charged. */
export interface DisconnectReporter {
  /**
   * Within ten minutes clients disconnected from `calls` calls of the wallet before their provider had sent output.
   * `operationId` is the last one.
   */
  reportUnpaid(walletId: string, calls: number, operationId: string): void
}
