import type { InstanceStore } from '../../../src/application/ports/process/instance-store.ts'

interface InstanceRow {
  readonly beat: number
  readonly ended: boolean
}

export interface MemoryInstances extends InstanceStore {
  isLiving(instance: string): boolean
}

export const memoryInstances = (rows: Map<string, InstanceRow> = new Map()): MemoryInstances => {
  /** The row of an instance that lives. */
  const rowOf = (instance: string): InstanceRow | null => {
    const row = rows.get(instance)
    return row === undefined || row.ended ? null : row
  }
  const living = () => [...rows].filter(([, { ended }]) => !ended)
  const end = (instance: string): boolean => {
    const row = rowOf(instance)
    if (row !== null) rows.set(instance, { ...row, ended: true })
    return row !== null
  }
  return {
    isLiving: (instance) => rowOf(instance) !== null,
    begin: async (instance) => {
      if (rows.has(instance)) throw new Error(`instance ${instance} has begun before`)
      rows.set(instance, { beat: 0, ended: false })
    },
    beat: async (instance) => {
      const row = rowOf(instance)
      if (row !== null) rows.set(instance, { ...row, beat: row.beat + 1 })
      return row !== null
    },
    living: async () => living().map(([instance, { beat }]) => ({ instance, beat })),
    endSilent: async ({ instance, beat }) => rowOf(instance)?.beat === beat && end(instance),
    end: async (instance) => void end(instance),
    endOthers: async (mine) => living().filter(([instance]) => instance !== mine && end(instance)).length,
  }
}
