import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { bundle } from '../../../../console/build/bundle.ts'
import { shortNames, withOneImport } from '../../../../console/build/shared-imports.ts'
import { takePlace } from '../../../../console/build/take-place.ts'

const SOURCES = fileURLToPath(new URL('../../../../console/', import.meta.url))

const PATH = '/files/shared.js'

const itemsOf = (lists: readonly (string | undefined)[]): readonly string[] =>
  lists.flatMap((list) => list?.split(',') ?? [])

describe('the build of the console', () => {
  it('makes one file of what pages share, which exports exactly what the other scripts import', async function () {
    this.timeout(60_000)
    const { files, shared } = await bundle(SOURCES, '/files')
    const scripts = files
      .filter(({ path }) => path.endsWith('.js'))
      .map(({ path, contents }) => ({ name: basename(path), text: new TextDecoder().decode(contents) }))
    const exports = itemsOf(
      scripts.filter(({ name }) => name === shared).map(({ text }) => /export\{([^{}]*)\}/.exec(text)?.[1]),
    ).map((item) => item.split(' as ').at(-1))
    const imports = scripts.map(({ name, text }) => ({
      name,
      lists: text.split('import{').flatMap((part) => part.split(`}from"./${shared}"`).slice(0, -1)),
    }))
    const imported = itemsOf(imports.flatMap(({ lists }) => lists)).map((item) => item.split(' as ')[0])
    expect(scripts.length).to.be.greaterThan(30)
    expect(imports.filter(({ lists }) => lists.length > 1).map(({ name }) => name)).to.deep.equal([])
    expect([...new Set(imported)]).to.have.members(exports)
  })

  it('leaves one whole folder where several processes finish at once', async () => {
    const home = await mkdtemp(join(tmpdir(), 'console-build-'))
    const files = Array.from({ length: 40 }, (_, index) => `file-${index}`)
    const folders = Array.from({ length: 6 }, (_, index) => join(home, `built-${index}`))
    for (const folder of folders) {
      await mkdir(folder)
      await Promise.all(files.map((file) => writeFile(join(folder, file), file)))
    }
    await Promise.all(folders.map((folder) => takePlace(folder, join(home, 'built'))))
    expect(await readdir(home)).to.deep.equal(['built'])
    expect(await readdir(join(home, 'built'))).to.have.members(files)
    await rm(home, { recursive: true })
  })

  it('writes the imports of what is shared as one, by short names, the shortest for what is imported most, and leaves the others', () => {
    const script = `import{call as i,query}from"${PATH}";import{a}from"./part.js";import{query as q}from"${PATH}";i(query,q,a);`
    const short = shortNames([script], PATH)
    expect([...short]).to.deep.equal([
      ['query', 'a'],
      ['call', 'b'],
    ])
    expect(withOneImport(script, PATH, short)).to.equal(
      `import{b as i,a as query,a as q}from"${PATH}";import{a}from"./part.js";i(query,q,a);`,
    )
    expect(withOneImport('i();', PATH, short)).to.equal('i();')
  })

  it('takes each name of what is shared once, also where several source files of a script import it', () => {
    const files = [`import{call as call2,query as query3}from"${PATH}";`, `import{call,query as query4}from"${PATH}";`]
    const short = shortNames(files, PATH)
    expect(withOneImport(`${files.join('')}call(call2,query3,query4,call25);`, PATH, short)).to.equal(
      `import{a as call,b as query3}from"${PATH}";call(call,query3,query3,call25);`,
    )
  })

  it('fails on an import of what is shared that it does not know', () => {
    const short = shortNames([], PATH)
    expect(() => withOneImport(`import*as all from"${PATH}";`, PATH, short)).to.throw(PATH)
  })
})
