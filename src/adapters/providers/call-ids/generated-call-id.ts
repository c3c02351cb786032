/**
 * An id for a call that the provider left without one: the same on every reading of the same answer, ≤ 40 characters,
 * in letters that every provider takes.
 */
export const generatedCallId = (operationId: string, choiceIndex: number, callIndex: number): string =>
  `call_${operationId.replaceAll(/[^A-Za-z0-9]/g, '').slice(-20)}${choiceIndex}x${callIndex}`
