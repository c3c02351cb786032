import { expect } from 'chai'
import fc from 'fast-check'
import { columnArrays, rowsSql, sizeSql } from '../../../../src/adapters/persistence/ledger/written-rows.ts'
import type { Columns, RowTexts } from '../../../../src/adapters/persistence/ledger/written-rows.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'

interface Row {
  readonly id: string | null
  readonly amount: bigint | null
  readonly life: number | null
  readonly word: string | null
  readonly text: string | null
  readonly json: Json
}

const COLUMNS: Columns = [
  ['id', 'uuid'],
  ['amount', 'bigint'],
  ['life', 'double precision'],
  ['word', 'word'],
  ['text', 'text'],
  ['json', 'json'],
]

const textsOf = ({ id, amount, life, word, text, json }: Row): RowTexts => [
  id,
  amount?.toString() ?? null,
  life?.toString() ?? null,
  word,
  text,
  json === null ? null : JSON.stringify(json),
]

const LARGEST = 2n ** 63n - 1n

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom('', 'NULL', 'null', '{}', '{a,b}', '"', '\\', '\\"', "'", ',', ' a ', '\n', '$1', 'привет 🎉'),
)

const anyRow: fc.Arbitrary<Row> = fc.record({
  id: fc.option(fc.uuid()),
  amount: fc.option(fc.bigInt({ min: -LARGEST, max: LARGEST })),
  life: fc.option(fc.integer().map((seconds) => seconds / 8)),
  word: fc.option(fc.constantFrom('RUB', 'held', 'upstream_failed')),
  text: fc.option(anyText),
  json: fc.oneof(fc.constant(null), fc.record({ text: anyText, list: fc.array(fc.integer()) })),
})

describeOnDatabases('rows to be written', (database) => {
  const readBack = (rows: readonly Row[]) => {
    const isSingle = rows.length === 1
    const parameters = isSingle ? rows.flatMap(textsOf) : columnArrays(COLUMNS, rows.map(textsOf))
    // Numbered as they would be in the middle of a statement.
    const text = `select $1::text as before, ${sizeSql(isSingle, 2)} as size, x.* from ${rowsSql(COLUMNS, isSingle, 2)}`
    return database().open.batches.run([], async (_, more) => {
      const [found = []] = await more([{ text, values: ['first', ...parameters] }])
      return { write: null, value: found }
    })
  }

  for (const [name, size] of [
    ['a single one', 1],
    ['several', 3],
  ] as const) {
    it(`arrive as they are: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyRow, { minLength: size, maxLength: size }), async (rows) => {
          const found = await readBack(rows)
          const wanted = rows.map(({ json, ...row }) => ({
            before: 'first',
            size,
            ...row,
            json: json === null ? null : JSON.stringify(json),
          }))
          expect(found).to.deep.equal(wanted)
        }),
        { numRuns: 50 },
      )
    })
  }
})
