import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { timed } from '../../../support/timed.ts'

describeOnDatabases('bytes', (database) => {
  const echo = async (bytes: Uint8Array | null): Promise<Uint8Array | null> => {
    const { rows } = await sql<{ bytes: Uint8Array | null }>`select ${bytes}::bytea as bytes`.execute(database().db)
    return rows[0]?.bytes ?? null
  }

  it('come back as they were written: none, few, a part of a larger buffer, and some megabytes', async () => {
    const many = randomBytes(3_000_000)
    for (const bytes of [new Uint8Array(0), Uint8Array.of(0, 92, 120, 255), many.subarray(1_000, 1_010), many]) {
      const back = await echo(bytes)
      expect(back).to.be.an.instanceOf(Uint8Array)
      expect(Buffer.compare(back ?? new Uint8Array(1), bytes)).to.equal(0)
    }
    expect(await echo(null)).to.equal(null)
  })

  it('cost no more than eight times what a text of their length in hex costs', async () => {
    const bytes = randomBytes(2_000_000)
    const text = bytes.toString('hex')
    const least = { bytes: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY }
    for (let turn = 0; turn < 3; turn += 1) {
      least.text = Math.min(least.text, (await timed(() => sql`select ${text}::text`.execute(database().db))).ms)
      least.bytes = Math.min(least.bytes, (await timed(() => echo(bytes))).ms)
    }
    expect(least.bytes).to.be.below(8 * least.text)
  })
})
