/** Tells the operator of clients that leave calls for which nothing can be charged. */
export interface DepartureReporter {
  /** Within ten minutes `calls` calls of the wallet were left while their vendor had said nothing; this is the last. */
  leavesUnpaid(walletId: string, calls: number, operationId: string): void
}
