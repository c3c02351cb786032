/**
 * The most networks that are stored for one user. A new one replaces the network that was unused for the longest time.
 */
export const MAX_KNOWN_NETWORKS = 20

/** The networks from which users signed in, as `networkOf` writes them. */
export interface KnownNetworkStore {
  /** Notes a sign-in. Call it while the user is locked: concurrent notes of one user may store too many. */
  note(userId: string, network: string, at: Date): Promise<void>
  /** Whether the account with this folded e-mail address signed in from the network at `since` or later. */
  isKnown(emailFolded: string, network: string, since: Date): Promise<boolean>
}
