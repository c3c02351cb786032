import type { OperatorAction, OperatorLog } from '../../../src/application/ports/process/operator-log.ts'

export const memoryOperatorLog = (actions: Map<string, OperatorAction> = new Map()): OperatorLog => ({
  record: async (action) => void actions.set(action.id, action),
  page: async ({ operator, subject, before, limit }) =>
    [...actions.values()]
      .filter((action) => operator === null || action.operator === operator)
      .filter((action) => subject === null || action.subject === subject)
      .filter(({ id }) => before === null || id < before)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit),
})
