import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { openAiStream } from '../../../../src/adapters/http/openai/stream-codec.ts'
import { blocksOf } from '../../../support/documents/code-blocks.ts'
import { connectionRefusals } from '../../../support/documents/connection-refusals.ts'
import { openServedDocument } from '../../../support/documents/served-document.ts'
import type { ServedDocument } from '../../../support/documents/served-document.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')

const SCRIPT_BUDGET = 3_500
const STYLE_BUDGET = 3_000
const SEARCH_BUDGET = 24_000

const wordOf = (id: string): string => id.replace(/[A-Z]+/g, (capitals) => `-${capitals.toLowerCase()}`)

describe('the documentation at /docs', () => {
  let service: ServedDocument
  let overview: string

  const read = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${service.app.url}${path}`, { redirect: 'manual', headers })
    return { response, text: await response.text() }
  }

  before(async () => {
    service = await openServedDocument()
    overview = (await read('/docs')).text
  })
  after(() => service.close())

  /** The addresses of all pages, as the menu of the first one names them. */
  const pages = (): readonly string[] => [
    ...new Set([...overview.matchAll(/href="(\/docs(?:\/(?!files\/)[^"#]*)?)"/g)].map(([, path = '']) => path)),
  ]

  it('has a page for every endpoint, and begins with how to start', () => {
    const links = pages()
    for (const { id } of service.endpoints) expect(links, id).to.include(`/docs/api/${wordOf(id)}`)
    const first = /<nav[^]*?<li>\s*<a href="([^"]+)"/.exec(overview)?.[1]
    expect(first).to.equal('/docs/guides/quick-start')
  })

  it('has pages under a strict policy, with nothing inside that runs', async () => {
    for (const path of ['/docs', '/docs/guides/errors', '/docs/api/create-chat-completion']) {
      const { response, text } = await read(path)
      expect(response.status, path).to.equal(200)
      expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8')
      const policy = response.headers.get('content-security-policy')?.split('; ')
      expect(policy).to.include.members(["default-src 'none'", "script-src 'self'", "trusted-types 'none'"])
      expect(policy?.join()).not.to.match(/unsafe|https?:|\*/)
      expect(text).not.to.match(/<script(?![^>]* src="\/docs\/files\/)|<style|\son\w+=|\sstyle=/)
      expect(text).not.to.match(/(?:src|href)="(?:https?:)?\/\//)
    }
  })

  it('has no dead link between its pages, nor to a heading that is not there', async () => {
    const texts = new Map<string, string>()
    const guides = pages().filter((path) => /^\/docs\/(?:guides|clients)\//.test(path))
    for (const path of [...pages(), ...guides.map((guide) => guide.replace('/docs/', '/docs/ru/'))]) {
      const { response, text } = await read(path)
      expect(response.status, path).to.equal(200)
      texts.set(path, text)
    }
    const dead: string[] = []
    for (const [path, text] of texts) {
      for (const [, href = ''] of text.matchAll(/href="([/#][^"]*)"/g)) {
        const [target = '', anchor] = href.split('#')
        const page = target === '' ? text : texts.get(target)
        if (page === undefined && !texts.has(target)) {
          if ((await read(target)).response.status !== 200) dead.push(`${path} → ${href}`)
        } else if (anchor !== undefined && page?.includes(`id="${anchor}"`) !== true) dead.push(`${path} → ${href}`)
      }
    }
    expect(texts.size).to.be.above(110)
    expect(dead).to.deep.equal([])
  })

  it('serves each page as Markdown too, and names all of them in llms.txt', async () => {
    const { response, text } = await read('/llms.txt')
    expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    const named = [...text.matchAll(/\]\([^)]*?(\/docs\/[^)]*\.md)\): \S/g)].map(([, path = '']) => path)
    expect(named).to.include.members(
      pages()
        .filter((path) => path !== '/docs')
        .map((path) => `${path}.md`),
    )
    for (const path of named) {
      const page = await read(path)
      expect(page.response.headers.get('content-type'), path).to.equal('text/markdown; charset=utf-8')
      expect(page.text, path).to.match(/^# \S/)
    }
  })

  it('keeps what it sends small: a script, a style and an index for the search', async () => {
    const files = { script: SCRIPT_BUDGET, style: STYLE_BUDGET, search: SEARCH_BUDGET }
    for (const [name, budget] of Object.entries(files)) {
      const path = new RegExp(`"(/docs/files/${name}-[^"]+)"`).exec(overview)?.[1] ?? ''
      const response = await fetch(`${service.app.url}${path}`, { headers: { 'accept-encoding': 'br' } })
      const bytes = Number(response.headers.get('content-length'))
      expect(response.headers.get('content-encoding'), name).to.equal('br')
      expect(response.headers.get('cache-control'), name).to.include('immutable')
      expect(bytes, name).to.be.within(200, budget)
      await response.arrayBuffer()
    }
  })

  it('answers 304 to a client that has the page, and compresses the document', async () => {
    const first = await read('/docs/guides/errors')
    const etag = first.response.headers.get('etag') ?? ''
    const again = await read('/docs/guides/errors', { 'if-none-match': etag })
    expect([again.response.status, again.text]).to.deep.equal([304, ''])
    const response = await fetch(`${service.app.url}/v1/openapi.json`, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('content-encoding')).to.equal('br')
    expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8')
    expect(await response.json()).to.have.property('openapi')
  })

  it('has each guide and each page of a client in both languages, and leads from one to the other', async () => {
    const english = pages().filter((path) => /^\/docs\/(?:guides|clients)\//.test(path))
    expect(english).to.have.length.above(15)
    for (const path of english) {
      const russian = path.replace('/docs/', '/docs/ru/')
      expect((await read(path)).text, path).to.include(`<a href="${russian}" lang="ru">`)
      const { response, text } = await read(russian)
      expect(response.status, russian).to.equal(200)
      expect(text, russian).to.include('<html lang="ru">').and.include(`<a href="${path}" lang="en">`)
    }
  })

  it('has its overview in both languages, and the Russian pages lead to the Russian one', async () => {
    expect(overview).to.include('<a href="/docs/ru" lang="ru">').and.include('<a class="brand" href="/docs">')
    const { text: russian } = await read('/docs/ru')
    expect(russian).to.include('<html lang="ru">').and.include('<a href="/docs" lang="en">')
    const guides = pages().filter((path) => /^\/docs\/(?:guides|clients)\//.test(path))
    for (const path of guides) {
      expect(russian, path)
        .to.include(`href="${path.replace('/docs/', '/docs/ru/')}"`)
        .and.not.include(`href="${path}"`)
    }
    for (const { id } of service.endpoints) expect(russian, id).to.include(`/docs/api/${wordOf(id)}`)
    expect((await read('/docs/ru/guides/limits')).text).to.include('<a class="brand" href="/docs/ru">')
  })

  it('says where nothing is', async () => {
    const { response, text } = await read('/docs/guides/nothing')
    expect(response.status).to.equal(404)
    expect(JSON.parse(text)).to.include({ code: 'not_found' })
  })

  it('shows a person a page where nothing is, in the language of the address, and no browser keeps it', async () => {
    for (const [path, heading] of [
      ['/docs/guides/nothing', 'There is no such page'],
      ['/docs/ru/guides/nothing', 'Такой страницы нет'],
    ] as const) {
      const { response, text } = await read(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
      expect(response.status).to.equal(404)
      expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).to.equal('no-store')
      expect(text)
        .to.include(`>${heading}</h1>`)
        .and.match(/href="\/docs(\/ru)?\/guides\/errors"/)
    }
  })

  it('explains only codes that the service has', async () => {
    const { text: described } = await read('/v1/openapi.json')
    // No endpoint answers these, so the document has them nowhere.
    const otherMethod = await fetch(`${service.app.url}/v1/models`, { method: 'DELETE' })
    const others = [await otherMethod.text(), ...connectionRefusals(), openAiStream.disconnected()]
    const document = [described, ...others].join('')
    for (const path of ['/docs/guides/errors.md', '/docs/ru/guides/errors.md']) {
      const { text } = await read(path)
      const rows = text.match(/^\| \d.*$/gm) ?? []
      const codes = rows.flatMap((row) => [...row.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code]) => code))
      expect(codes, path).to.have.length.above(15)
      for (const code of codes) expect(document, code).to.include(`"${code}"`)
    }
  })

  it('explains every code that the holder of a key can get', async () => {
    const { paths } = JSON.parse((await read('/v1/openapi.json')).text) as { paths: Record<string, object> }
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods) as unknown[])
    const ofKeys = operations
      .map((each) => JSON.stringify(each))
      .filter((text) => text.includes('"security":[{"apiKey"'))
    const enums = ofKeys.flatMap((text) => [...text.matchAll(/"code":\{"type":"string","enum":\[([^\]]*)\]/g)])
    const codes = new Set(enums.flatMap(([, list = '']) => list.replaceAll('"', '').split(',')))
    expect(codes.size).to.be.above(30)
    for (const path of ['/docs/guides/errors.md', '/docs/ru/guides/errors.md']) {
      const { text } = await read(path)
      expect(
        [...codes].filter((code) => !text.includes(`\`${code}\``)),
        path,
      ).to.deep.equal([])
    }
  })

  it('has pages that stand by themselves: none refers to a file of the repository', async () => {
    const guides = pages().filter((path) => /^\/docs\/(?:guides|clients)\//.test(path))
    for (const path of guides.flatMap((guide) => [guide, guide.replace('/docs/', '/docs/ru/')])) {
      expect((await read(`${path}.md`)).text, path).not.to.include('README')
    }
  })

  it('is one link away from the root of the service', async () => {
    const { response, text } = await read('/')
    expect(response.status).to.equal(200)
    expect(text).to.include('<a href="/docs">')
  })

  it('explains each model of the sandbox that the shipped catalogue has, and no other', async () => {
    const catalogue = await readFile(resolve(ROOT, 'catalog.yaml'), 'utf8')
    const shipped = [...catalogue.matchAll(/^  - id: (sandbox\/\S+)$/gm)].map(([, id]) => id)
    for (const path of ['/docs/guides/sandbox.md', '/docs/ru/guides/sandbox.md']) {
      const { text } = await read(path)
      const explained = [...text.matchAll(/^\| `(sandbox\/[^`]+)`/gm)].map(([, id]) => id)
      expect(explained, path).to.have.members(shipped)
    }
  })

  it('names an address that every shell can open where the service listens on every address of the machine', async () => {
    const open = await openServedDocument({ HOST: '::', PORT: '8080' })
    try {
      const guides = pages().filter((path) => /^\/docs\/(?:guides|clients)\//.test(path))
      // One function writes the samples of all endpoints.
      const endpoints = ['/docs/api/list-models', '/docs/api/create-chat-completion']
      let addresses = 0
      for (const path of [...guides, ...guides.map((guide) => guide.replace('/docs/', '/docs/ru/')), ...endpoints]) {
        const text = await (await fetch(`${open.app.url}${path}.md`)).text()
        const commands = blocksOf(text).filter(({ language }) => language === 'sh')
        const named = commands.flatMap((block) => block.text.match(/\S*\[::1\]:8080\S*/g) ?? [])
        addresses += named.length
        // A shell takes what stands in brackets without quotes for a pattern of file names; an assignment has none.
        expect(
          named.filter((address) => !/^(?:'http:.*'|"http:.*"|\w+=http:.*)$/.test(address)),
          path,
        ).to.deep.equal([])
      }
      expect(addresses).to.be.above(50)
    } finally {
      await open.close()
    }
  })
})
