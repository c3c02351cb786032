import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import fc from 'fast-check'
import { pythonLiteral, typescriptLiteral } from '../../../../../src/adapters/http/documentation/samples/literal.ts'
import { areSamplesTried } from '../../../../support/documents/samples/sample-programs.ts'

const VALUES = fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 60, maxLength: 60 })

describe('values in samples', () => {
  it('are written in Python and TypeScript as the values they are', () => {
    if (!areSamplesTried()) return
    const values = fc.sample(VALUES, { numRuns: 5, seed: 7 }).flat()
    const script = `import json\nprint(json.dumps([${values.map((value) => pythonLiteral(value, 0)).join(', ')}]))`
    const read: unknown = JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }))
    // As texts: Python tells 0 from -0.
    expect(JSON.stringify(read)).to.equal(JSON.stringify(values))
    const typescript = `process.stdout.write(JSON.stringify([${values.map((value) => typescriptLiteral(value, 0)).join(', ')}]))`
    const again: unknown = JSON.parse(execFileSync(process.execPath, ['-e', typescript], { encoding: 'utf8' }))
    expect(JSON.stringify(again)).to.equal(JSON.stringify(values))
  })

  it('stand on one line where they are short', () => {
    expect(typescriptLiteral([{ role: 'user', content: "It's" }], 0)).to.equal(
      "[\n  { role: 'user', content: \"It's\" },\n]",
    )
    expect(pythonLiteral({ a: true, b: null }, 0)).to.equal('{"a": True, "b": None}')
  })
})
