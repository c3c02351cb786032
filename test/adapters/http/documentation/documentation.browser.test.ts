import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { accessibilityProblems } from '../../../support/processes/accessibility.ts'
import { describeInBrowser, KEEPS_NO_DATA } from '../../../support/processes/browser.ts'
import { openServedDocument } from '../../../support/documents/served-document.ts'
import type { ServedDocument } from '../../../support/documents/served-document.ts'

interface Visit {
  readonly page: Page
  /** What the browser complained of, failed loads and broken policies included. */
  readonly complaints: readonly string[]
  /** Every address it asked for, or tried to. */
  readonly requests: readonly string[]
}

const PAGES = [
  '/docs',
  '/docs/ru',
  '/docs/guides/errors',
  '/docs/ru/guides/limits',
  '/docs/clients/ai-sdk',
  '/docs/api/create-chat-completion',
]

const suite = (startBrowser: () => Promise<Browser>): void => {
  let service: ServedDocument
  let browser: Browser

  before(async () => {
    service = await openServedDocument()
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  const visit = async (path: string, width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> => {
    const viewport = { width, height: 844 }
    const context = await browser.newContext({ baseURL: service.app.url, viewport, colorScheme })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.app.url })
    const page = await context.newPage()
    const complaints: string[] = []
    const requests: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(path, { waitUntil: 'networkidle' })
    return { page, complaints, requests }
  }

  const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`)

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      it(`is clean in ${scheme} colours at ${width} pixels: no error, nothing foreign, nothing that axe finds`, async () => {
        for (const path of PAGES) {
          const { page, complaints, requests } = await visit(path, width, scheme)
          expect(complaints, path).to.deep.equal([])
          expect(
            requests.filter((each) => !each.startsWith(`${service.app.url}/docs`) && !each.startsWith('data:')),
          ).to.deep.equal([])
          const paper = await styleOf(page, 'body', 'background-color')
          expect(paper, path).to.equal(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 23, 26)')
          const rules = scheme === 'light' ? 'all' : 'of colours'
          expect(await accessibilityProblems(page, rules), path).to.deep.equal([])
          await page.context().close()
        }
      })
    }
  }

  for (const width of [320, 390, 820, 1280]) {
    it(`needs no sideways scrolling in a window of ${width} pixels, with everything unfolded`, async () => {
      const { page } = await visit(PAGES[0] ?? '', width)
      for (const path of PAGES) {
        await page.goto(path)
        await page.evaluate("document.querySelectorAll('details').forEach((each) => void (each.open = true))")
        const content = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect(content, path).to.be.at.most(width)
      }
      await page.context().close()
    })
  }

  it('begins with the text on a phone; the contents are one tap away and below it', async () => {
    const { page } = await visit('/docs/guides/quick-start', 390)
    const heading = await page.locator('h1').boundingBox()
    expect(heading?.y).to.be.below(240)
    await page.getByRole('link', { name: 'Contents' }).click()
    await page.locator('#contents summary', { hasText: 'Gateway' }).click()
    await page.locator('#contents a[href="/docs/api/create-chat-completion"]').click()
    await page.waitForURL('**/docs/api/create-chat-completion')
    await page.context().close()
  })

  it('can be read without its script: every sample is there', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${service.app.url}/docs/api/create-chat-completion`)
    for (const language of ['curl', 'Python', 'TypeScript']) {
      expect(await page.locator('.samples.call .caption', { hasText: language }).isVisible(), language).to.equal(true)
    }
    expect(await page.locator('.search').isVisible()).to.equal(false)
    await context.close()
  })

  it('shows samples in the language that the reader chose, on the next page too', async () => {
    const { page } = await visit('/docs/api/create-chat-completion', 1280)
    const shown = () => page.locator('.sample:visible').first().getAttribute('data-language')
    expect(await shown()).to.equal('sh')
    await page.getByRole('tab', { name: 'Python' }).click()
    expect(await shown()).to.equal('python')
    await page.keyboard.press('ArrowRight')
    expect(await shown()).to.equal('ts')
    await page.goto(`${service.app.url}/docs/api/list-models`)
    expect(await shown()).to.equal('ts')
    await page.context().close()
  })

  it('copies a sample as it stands', async () => {
    const { page } = await visit('/docs/api/list-models', 1280)
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).to.equal(await page.locator('.sample:visible code').first().textContent())
    expect(copied).to.match(/^curl '\S+\/v1\/models' \\\n/)
    await page.context().close()
  })

  it('finds endpoints, fields and codes by the keyboard alone, and loads the index at the first word', async () => {
    const { page, requests } = await visit('/docs', 1280)
    expect(requests.filter((each) => each.includes('/search-'))).to.deep.equal([])
    await page.keyboard.press('/')
    for (const [words, address] of [
      ['embeddings', '/docs/api/create-embeddings'],
      ['balance_held', '/docs/guides/errors'],
      ['tokens_per_minute', '/docs/api/create-api-key'],
      ['POST /v1/videos', '/docs/api/create-video'],
    ]) {
      await page.locator('#search').fill(words ?? '')
      await page.locator(`#found a[href="${address}"]`).waitFor()
    }
    expect(requests.filter((each) => each.includes('/search-'))).to.have.length(1)
    expect(await page.locator('#found a[href^="/docs/ru"]').count()).to.equal(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/api/create-video')
    await page.keyboard.press('/')
    await page.keyboard.type('no such thing anywhere')
    await page.getByText('Nothing was found.').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('#found').isVisible()).to.equal(false)
    await page.context().close()
  })

  it('can be searched, and shows its samples in tabs, where the browser keeps no data for it', async () => {
    const page = await browser.newPage({ baseURL: service.app.url })
    await page.addInitScript(KEEPS_NO_DATA)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto('/docs/api/create-chat-completion', { waitUntil: 'networkidle' })
    expect(complaints).to.deep.equal([])
    await page.getByRole('tab', { name: 'Python' }).first().click()
    expect(await page.getByRole('tab', { name: 'Python', selected: true }).count()).to.be.above(0)
    await page.getByRole('searchbox').fill('embeddings')
    await page.locator('#found a').first().waitFor()
    expect(complaints).to.deep.equal([])
    await page.close()
  })

  it('is reached from the root page, for which the browser reports no error either', async () => {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(`${service.app.url}/`)
    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.waitForURL(`${service.app.url}/docs`)
    expect(complaints).to.deep.equal([])
    await page.close()
  })
}

describeInBrowser('the documentation in a real browser', suite)
