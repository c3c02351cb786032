/** What becomes of a call to the world outside. */
export interface Fate {
  /**
   * `fails`: nothing was done. `answer_lost`: it was done, and its caller gets no answer. `breaks`: it stops midway.
   * `runs_twice`: what a transaction does after a deadlock.
   */
  readonly tag: 'done' | 'fails' | 'answer_lost' | 'breaks' | 'runs_twice'
  /** Which of several ways to fail, or at which step to break. */
  readonly way: number
}

export const DONE: Fate = { tag: 'done', way: 0 }

interface Waiting {
  readonly process: string
  readonly name: string
  /** Resolves when the call has been carried out; its caller goes on from there unless its process is dead. */
  readonly open: (fate: Fate, isHeard: () => boolean) => Promise<void>
}

export interface OpenOptions {
  readonly of?: string
  /** False: its caller never learns what came of it. */
  readonly isHeard?: boolean
}

/**
 * Where processes stand still: every call that leaves one waits here until the history lets it through. Between two
 * steps of a history nothing runs, so a process may die at any of these points and at no other.
 */
export interface Gates {
  pass<A>(process: string, name: string, carryOut: (fate: Fate) => Promise<A>): Promise<A>
  /** Follows work that needs no gate, so that the world does not count as idle while it runs. */
  follow<A>(work: Promise<A>): Promise<A>
  waiting(): readonly string[]
  /** Lets the n-th of those that wait through, counted around; of one process if one is named. */
  open(nth: number, fate: Fate, options?: OpenOptions): void
  /** No caller of this process continues. */
  kill(process: string): void
  /** Resolves once nothing moves. */
  idle(): Promise<void>
}

export const openGates = (): Gates => {
  const waiting: Waiting[] = []
  const running = new Set<Promise<unknown>>()
  const dead = new Set<string>()

  const follow = <A>(work: Promise<A>): Promise<A> => {
    const followed: Promise<unknown> = work.catch(() => undefined).finally(() => running.delete(followed))
    running.add(followed)
    return work
  }
  return {
    follow,
    pass: async <A>(process: string, name: string, carryOut: (fate: Fate) => Promise<A>): Promise<A> => {
      const { promise, resolve } = Promise.withResolvers<Promise<A>>()
      const open = async (fate: Fate, isHeard: () => boolean): Promise<void> => {
        const answer = carryOut(fate)
        await answer.catch(() => undefined)
        if (isHeard()) resolve(answer)
      }
      if (!dead.has(process)) waiting.push({ process, name, open })
      return await promise
    },
    waiting: () => waiting.map(({ process, name }) => `${process} ${name}`),
    open: (nth, fate, { of, isHeard = true } = {}) => {
      const meant = waiting.filter(({ process }) => of === undefined || process === of)
      const call = meant[nth % Math.max(meant.length, 1)]
      if (call === undefined) return
      waiting.splice(waiting.indexOf(call), 1)
      void follow(call.open(fate, () => isHeard && !dead.has(call.process)))
    },
    kill: (process) => {
      dead.add(process)
      const others = waiting.filter((call) => call.process !== process)
      waiting.splice(0, waiting.length, ...others)
    },
    idle: async () => {
      do {
        await Promise.all(running)
        // Behind everything that is ready to go on. A turn of the event loop would take as long as a whole step.
        await new Promise<void>((resolve) => process.nextTick(resolve))
      } while (running.size > 0)
    },
  }
}
