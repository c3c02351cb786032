import type { PresenceAnswer, PresenceQuestion } from './presence-question.ts'

interface PresenceProberDeps {
  readonly ask: PresenceQuestion
  /** Hears each answer, and says whether the next question follows by itself. */
  readonly onAnswer: (answer: PresenceAnswer) => 'ask_again' | 'rest'
}

/** Asks for all callers of a database whether it is there: one question at a time, and a pause before the next. */
interface PresenceProber {
  /** Asks, or has the question that is under way or due answer for this one too. */
  wonder(): void
  close(): void
}

/** From the end of one question to the next. */
const PAUSE_MS = 250

export const presenceProber = ({ ask, onAnswer }: PresenceProberDeps): PresenceProber => {
  let isAsking = false
  let isWondering = false
  let isClosed = false
  let pause: NodeJS.Timeout | null = null

  const question = async (): Promise<void> => {
    isAsking = true
    isWondering = false
    const answer = await ask()
    isAsking = false
    if (isClosed) return
    if (onAnswer(answer) === 'ask_again') isWondering = true
    pause = setTimeout(() => {
      pause = null
      if (isWondering) void question()
    }, PAUSE_MS)
    // A process that waits for nothing else needs no answer.
    pause.unref()
  }

  return {
    wonder: () => {
      isWondering = true
      if (!isAsking && pause === null && !isClosed) void question()
    },
    close: () => {
      isClosed = true
      if (pause !== null) clearTimeout(pause)
    },
  }
}
