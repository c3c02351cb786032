import { LARGEST_REQUEST } from '../../../../domain/largest-request.ts'

// Lengths of the lists in a chat request, on every surface (contract 1).

/** Messages, and items of an input. */
export const MAX_MESSAGES = LARGEST_REQUEST.messages
export const MAX_PARTS = 1_024
export const MAX_TOOLS = 512
