import { keep, readKept } from '../../../api/kept.ts'
import type { Turn } from './conversation.ts'

/** Another form of a turn gets another name, so that no page reads what an older one has written. */
const NAME = 'chat.turns.2'

const withoutImages = ({ question, replies }: Turn): Turn => ({ question: { ...question, images: [] }, replies })

/** An answer that was still coming is not continued after a reload. */
const asEnded = ({ question, replies }: Turn): Turn => ({
  question,
  replies: replies.map((reply) => (reply.state === 'answering' ? { ...reply, state: 'stopped' } : reply)),
})

/** Keeps the turns in this tab; without their images where the browser has no room for those. */
export const keepConversation = (turns: readonly Turn[]): void => {
  const ended = turns.map(asEnded)
  if (!keep(NAME, ended)) keep(NAME, ended.map(withoutImages))
}

export const keptConversation = (): readonly Turn[] => {
  const kept = readKept(NAME)
  return Array.isArray(kept) ? (kept as readonly Turn[]) : []
}
