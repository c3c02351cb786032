/**
 * Does work once for all callers that ask for it by the same name while it runs: they get the same promise. When it has
 * ended, the next caller starts it again.
 */
export const sharedWork = <A>(): ((name: string, work: () => Promise<A>) => Promise<A>) => {
  const running = new Map<string, Promise<A>>()
  return (name, work) => {
    const shared = running.get(name) ?? work().finally(() => running.delete(name))
    running.set(name, shared)
    return shared
  }
}
