// Lengths of the lists in a chat request, on every surface (contract 1).

/** Messages, and items of an input. */
export const MAX_MESSAGES = 4_096
export const MAX_PARTS = 1_024
export const MAX_TOOLS = 512
