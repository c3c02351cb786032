import { sharedWork } from './shared-work.ts'

interface ThrottledPollDeps<A> {
  /** True for exactly one caller on all instances within POLL_INTERVAL_MS. */
  readonly claimPoll: (id: string) => Promise<boolean>
  readonly poll: (thing: A) => Promise<A>
}

/**
 * Brings a job or payment to the state that its provider reports, and asks the provider only when it claims the poll.
 * Concurrent callers of this process share one poll and its result; other callers get the stored state.
 */
export const throttledPoll = <A extends { readonly id: string }>({
  claimPoll,
  poll,
}: ThrottledPollDeps<A>): ((thing: A) => Promise<A>) => {
  const shared = sharedWork<A>()
  const pollAtMost = async (thing: A): Promise<A> => ((await claimPoll(thing.id)) ? poll(thing) : thing)
  return (thing) => shared(thing.id, () => pollAtMost(thing))
}
