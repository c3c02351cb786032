import type { IncomingHttpHeaders } from 'node:http'

/**
 * Where clients name the conversation that a call belongs to: OpenRouter's clients, Claude Code, Codex (now and before
 * 2026), OpenCode.
 */
const SESSION_HEADERS = [
  'x-session-id',
  'x-claude-code-session-id',
  'session-id',
  'session_id',
  'x-session-affinity',
] as const

/** The client's own name for the conversation of a call, from the first header that has one; null without any. */
export const clientSessionOf = (headers: IncomingHttpHeaders): string | null => {
  for (const name of SESSION_HEADERS) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}
