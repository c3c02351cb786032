import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import { readCatalogFile, readOffer } from '../../../src/infrastructure/offer/offer.ts'

const PACKAGE = resolve(import.meta.dirname, '../../..')

describe('A catalogue that cannot be sold from', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'gateway-offer-'))
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  const problemsOf = async (file: string): Promise<readonly string[]> => {
    const config = loadConfig({ CATALOG_FILE: file }, PACKAGE)
    if (isLeft(config)) throw new Error('the configuration was refused')
    const offer = await readOffer(config.right, {}, 0)
    return isLeft(offer) ? offer.left : []
  }

  it('has its file and the variable behind it in each problem', async () => {
    const file = join(directory, 'mine.yaml')
    for (const text of ['providers: [', 'providers: []\nmodels: [{ id: a/b, kind: smell }]\n']) {
      writeFileSync(file, text)
      const problems = await problemsOf(file)
      expect(problems, text).not.to.have.length(0)
      for (const problem of problems) expect(problem).to.match(/^CATALOG_FILE=\S+mine\.yaml: \S/)
    }
  })

  it('is named where there is none, and where it is a directory', async () => {
    const absent = join(directory, 'absent.yaml')
    expect(await problemsOf(absent)).to.deep.equal([`CATALOG_FILE=${absent}: there is no such file`])
    expect((await problemsOf(directory)).join()).to.contain(`CATALOG_FILE=${directory}: the file cannot be read: `)
  })

  it('is refused in another encoding than UTF-8, in which other characters would be sold', async () => {
    const file = join(directory, 'encoded.yaml')
    const text = 'providers: []\nmodels: []\n# café\n'
    for (const encoding of ['latin1', 'utf16le'] as const) {
      writeFileSync(file, text, encoding)
      expect((await problemsOf(file)).join(), encoding).to.contain('not in UTF-8')
    }
    for (const mark of ['', '\u{feff}']) {
      writeFileSync(file, `${mark}${text}`)
      expect(await problemsOf(file)).to.deep.equal([])
    }
  })

  it('is no matter of the variable where another file is checked', async () => {
    const checked = await readCatalogFile(join(directory, 'absent.yaml'))
    expect(checked).to.deep.include({ left: ['there is no such file'] })
  })
})
