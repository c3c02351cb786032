import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { SANDBOX_MODELS } from '../../../../../src/adapters/http/openapi/page/guide-sandbox.ts'
import { openServedDocument } from '../../../../support/documents/served-document.ts'
import type { ServedDocument } from '../../../../support/documents/served-document.ts'

describe('the documentation at /docs', () => {
  let service: ServedDocument
  let response: Response
  let page: string

  before(async () => {
    service = await openServedDocument()
    response = await fetch(`${service.app.url}/docs`, { redirect: 'manual' })
    page = await response.text()
  })
  after(() => service.close())

  it('is served with no script and nothing from other servers', () => {
    expect(response.status).to.equal(200)
    expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(page).not.to.match(/<script|\ssrc=|@import|url\(|\sstyle=/)
    expect(page.match(/<link [^>]*>/g)).to.have.length(1)
  })

  it('has a policy that admits its one style element as a browser hashes it', () => {
    const styles = [...page.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text = '']) => text)
    expect(styles).to.have.length(1)
    const hash = createHash('sha256')
      .update(styles[0] ?? '')
      .digest('base64')
    const policy = response.headers.get('content-security-policy')?.split('; ')
    expect(policy).to.include.members(["default-src 'none'", `style-src 'sha256-${hash}'`])
    expect(policy?.join()).not.to.match(/unsafe|https?:|\*/)
  })

  it('shows every endpoint, and begins with how to start', () => {
    for (const { id } of service.endpoints) expect(page, id).to.include(`id="${id}"`)
    const [first] = [...page.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)
    expect(first).to.equal('quick-start')
  })

  it('explains only codes that the service has', async () => {
    const document = await (await fetch(`${service.app.url}/v1/openapi.json`)).text()
    const advice = /<section id="errors"[^]*?<\/section>/.exec(page)?.[0] ?? ''
    const codes = [...advice.matchAll(/<code>([a-z]+(?:_[a-z]+)+)<\/code>/g)].map(([, code]) => code)
    expect(codes).to.have.length.above(15)
    for (const code of codes) expect(document, code).to.include(`"${code}"`)
  })

  it('is one link away from the root of the service', async () => {
    const home = await fetch(`${service.app.url}/`, { redirect: 'manual' })
    expect(home.status).to.equal(200)
    expect(home.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(await home.text()).to.include('<a href="/docs">')
  })

  it('explains each model of the sandbox that the shipped catalogue has, and no other', async () => {
    const catalogue = await readFile(resolve(import.meta.dirname, '../../../../../catalog.yaml'), 'utf8')
    const shipped = [...catalogue.matchAll(/^  - id: (sandbox\/\S+)$/gm)].map(([, id]) => id)
    expect(SANDBOX_MODELS.map(([model]) => model)).to.have.members(shipped)
  })
})
