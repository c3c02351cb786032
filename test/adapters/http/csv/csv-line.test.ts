import { expect } from 'chai'
import { csvHeader, csvLine, csvRecords, isoTime } from '../../../../src/adapters/http/csv/csv-line.ts'

describe('a record of CSV', () => {
  const FIELDS: readonly (readonly [value: string | number | boolean | null, field: string])[] = [
    ['plain', 'plain'],
    [null, ''],
    ['', ''],
    [12, '12'],
    [-1, '-1'],
    [true, 'true'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['+7', "'+7"],
    ['-2+3', "'-2+3"],
    ['-12.345678', '-12.345678'],
    ['-1-1', "'-1-1"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\t\'=1"'],
    ['\r=1', '"\r\'=1"'],
    ['\n=1', '"\n\'=1"'],
    [' =1', " '=1"],
    ['＝1', "'＝1"],
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    // A spreadsheet that parts fields by semicolons takes what is behind one for the beginning of a field.
    ["a;=cmd|' /C calc'!A0;b", "\"a;'=cmd|' /C calc'!A0;b\""],
    ['a; @SUM(A1)', '"a; \'@SUM(A1)"'],
    ['a;"=1+1', '"a;""\'=1+1"'],
    ['a; " "" =1+1;"', '"a; "" """" \'=1+1;"""'],
    ['"@SUM(A1)', '"""\'@SUM(A1)"'],
    ['a\t-1+1', '"a\t\'-1+1"'],
    ['a\n+1+1', '"a\n\'+1+1"'],
    [';;=1', '";;\'=1"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a=1', 'a=1'],
    ['ключ', 'ключ'],
  ]
  for (const [value, field] of FIELDS) {
    it(`writes ${JSON.stringify(value)} as ${JSON.stringify(field)}`, () => {
      expect(csvLine([value])).to.equal(`${field}\r\n`)
    })
  }

  it('writes a table: the names of the columns, then a record a row', () => {
    const columns = { id: ({ id }: { readonly id: number }) => id, twice: ({ id }: { readonly id: number }) => id * 2 }
    expect(csvHeader(columns)).to.equal('id,twice\r\n')
    expect(csvRecords(columns)([{ id: 1 }, { id: 2 }])).to.equal('1,2\r\n2,4\r\n')
    expect(csvRecords(columns)([])).to.equal('')
  })

  it('writes moments in UTC, to the second', () => {
    expect(isoTime(1_767_225_600)).to.equal('2026-01-01T00:00:00Z')
  })
})
