import type { Wire } from '../../wire.ts'

type TurnRole = 'user' | 'assistant' | 'system'

interface Turn {
  readonly role: TurnRole
  /** Must stand first in a user's turn. */
  readonly toolResults: Wire[]
  readonly blocks: Wire[]
}

/** A conversation in the provider's shape as it grows: what follows in one role is one turn. */
export const startTurns = () => {
  const turns: Turn[] = []

  const turnOf = (role: TurnRole): Turn => {
    const last = turns.at(-1)
    if (last?.role === role) return last
    const turn: Turn = { role, toolResults: [], blocks: [] }
    turns.push(turn)
    return turn
  }

  return {
    lastRole: (): TurnRole | null => turns.at(-1)?.role ?? null,
    add: (role: TurnRole, blocks: readonly Wire[]): void => {
      const turn = turnOf(role)
      for (const block of blocks) turn.blocks.push(block)
    },
    addToolResult: (result: Wire): void => void turnOf('user').toolResults.push(result),
    toMessages: (): readonly Wire[] =>
      turns.map(({ role, toolResults, blocks }) => ({ role, content: [...toolResults, ...blocks] })),
  }
}
