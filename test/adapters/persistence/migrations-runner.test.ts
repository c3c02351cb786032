import { expect } from 'chai'
import { migrate, schemaStatus } from '../../../src/adapters/persistence/migrations-runner.ts'
import { describeOnDatabases, openAgain } from '../../support/databases.ts'

describeOnDatabases('migrations', (database) => {
  it('are complete on a migrated database, and running them again changes nothing', async () => {
    expect(await schemaStatus(database().db)).to.deep.equal({ tag: 'current' })
    expect(await migrate(database().db)).to.deep.equal([])
  })

  it('read int8 as bigint beyond what a double can hold', async () => {
    const row = await database()
      .db.selectNoFrom((eb) => eb.lit(null).as('nothing'))
      .select((eb) => eb.cast<bigint>(eb.val('9007199254740993'), 'bigint').as('big'))
      .executeTakeFirstOrThrow()
    expect(row.big).to.equal(9_007_199_254_740_993n)
  })
})

describeOnDatabases(
  'migrations of two instances',
  (database) => {
    it('may start at once: each migration is applied once', async () => {
      const other = await openAgain(database())
      const names = (await Promise.all([migrate(database().db), migrate(other.db)])).flat()
      await other.close()
      expect(names).to.deep.equal([])
    })
  },
  ['postgresql'],
)
