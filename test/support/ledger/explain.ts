import { sql } from 'kysely'
import type { Explainable, Kysely, RawBuilder } from 'kysely'
import type { Database } from '../../../src/adapters/persistence/schema/schema.ts'

/** One step of a plan, as PostgreSQL names it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  /** Of one pass, where there are several. */
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const nodes = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]

const nodesOf = (row: unknown): readonly PlanNode[] => {
  const [explained] = (row as { readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] })['QUERY PLAN']
  return nodes(explained.Plan)
}

/** Carries the statement out and answers what was done, the outermost step first. */
export const explain = async (statement: Explainable): Promise<readonly PlanNode[]> => {
  const [row] = await statement.explain('json', sql`analyze`)
  return nodesOf(row)
}

/** The same for a statement that was written by hand. */
export const explainSql = async (
  db: Kysely<Database>,
  statement: RawBuilder<unknown>,
): Promise<readonly PlanNode[]> => {
  const { rows } = await sql`explain (analyze, format json) ${statement}`.execute(db)
  return nodesOf(rows[0])
}
