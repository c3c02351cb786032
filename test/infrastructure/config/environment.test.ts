import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { expect } from 'chai'
import { readSurroundings } from '../../../src/infrastructure/config/environment.ts'

const NAMES = ['GATEWAY_TEST_A', 'GATEWAY_TEST_B', 'GATEWAY_TEST_C'] as const

describe('The file of variables in the working directory', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'gateway-env-'))
  })
  afterEach(() => {
    rmSync(directory, { recursive: true })
    for (const name of NAMES) delete env[name]
  })

  const read = (text: string): readonly (string | undefined)[] => {
    writeFileSync(join(directory, '.env'), text)
    const { environment } = readSurroundings(directory)
    return NAMES.map((name) => environment[name])
  }

  it('completes the environment, and changes nothing that is set', () => {
    env['GATEWAY_TEST_B'] = 'mine'
    expect(read('GATEWAY_TEST_A=1\r\nexport GATEWAY_TEST_B=2\r\nGATEWAY_TEST_C="a\r\nb"')).to.deep.equal([
      '1',
      'mine',
      'a\nb',
    ])
  })

  it('is read after a byte order mark', () => {
    expect(read('\uFEFFGATEWAY_TEST_A=1')).to.deep.equal(['1', undefined, undefined])
  })

  it('loses no line after a name with nothing but spaces behind it', () => {
    expect(read('GATEWAY_TEST_A=   \nGATEWAY_TEST_B=2')).to.deep.equal(['', '2', undefined])
  })

  it('may be absent, and is named where it cannot be read', () => {
    expect(readSurroundings(directory).file).to.equal(null)
    const path = join(directory, '.env')
    mkdirSync(path)
    expect(() => readSurroundings(directory)).to.throw(`${path} cannot be read: EISDIR`)
  })
})
