/** Networks of one user that are remembered; of more, those used longest ago are forgotten. */
export const MOST_KNOWN_NETWORKS = 20

/** From where people signed in. A network is a text as `networkOf` writes it. */
export interface KnownNetworkStore {
  /** Notes a sign-in. Call it while the user is locked: concurrent notes of one user may keep too many. */
  note(userId: string, network: string, at: Date): Promise<void>
  /** Whether the account with this folded e-mail address signed in from the network at `since` or later. */
  isKnown(emailFolded: string, network: string, since: Date): Promise<boolean>
}
