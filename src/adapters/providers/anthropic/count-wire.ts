import { fieldsAmong } from '../prompt-count.ts'
import type { CountWire } from '../prompt-count.ts'

const COUNTED = new Set(['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'])

/** Anthropic's free count, which reads PDFs by their bytes and refuses those at an address. */
export const countWire: CountWire = {
  path: '/messages/count_tokens',
  bodyOf: (asked) => fieldsAmong(asked, COUNTED),
}
