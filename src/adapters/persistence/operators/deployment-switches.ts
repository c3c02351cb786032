import type { Kysely } from 'kysely'
import type { DeploymentSwitchStore } from '../../../application/ports/process/deployment-switches.ts'
import { switchName } from '../../../domain/routing/deployment-switch.ts'
import type { Database } from '../schema/schema.ts'

export const kyselyDeploymentSwitches = (db: Kysely<Database>): DeploymentSwitchStore => ({
  async all() {
    const rows = await db.selectFrom('deployment_switches').selectAll().orderBy('name').execute()
    return rows.map(({ provider, upstream_model: upstreamModel, since, reason }) => ({
      provider,
      upstreamModel,
      since,
      reason,
    }))
  },
  async add(off) {
    const { provider, upstreamModel, since, reason } = off
    await db
      .insertInto('deployment_switches')
      .values({ name: switchName(off), provider, upstream_model: upstreamModel, since, reason })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ reason }))
      .execute()
  },
  async remove(off) {
    await db.deleteFrom('deployment_switches').where('name', '=', switchName(off)).execute()
  },
})
