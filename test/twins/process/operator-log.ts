import type { OperatorAction, OperatorLog } from '../../../src/application/ports/process/operator-log.ts'

export const memoryOperatorLog = (actions: OperatorAction[] = []): OperatorLog => ({
  record: async (action) => void actions.push(action),
  latest: async (limit) => actions.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit),
})
