import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { browserStarter, leaveOutOfBrowser } from '../../../../support/processes/browser.ts'
import { openServedDocument } from '../../../../support/documents/served-document.ts'
import type { ServedDocument } from '../../../../support/documents/served-document.ts'

interface Visit {
  readonly page: Page
  /** What the browser complained of, failed loads and broken policies included. */
  readonly complaints: readonly string[]
  /** Every address it asked for, or tried to. */
  readonly requests: readonly string[]
}

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

  const visit = async (width: number, colorScheme: 'light' | 'dark', anchor = ''): Promise<Visit> => {
    const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme })
    const complaints: string[] = []
    const requests: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`${service.app.url}/docs${anchor}`, { waitUntil: 'networkidle' })
    return { page, complaints, requests }
  }

  const widths = (page: Page): Promise<readonly [content: number, window: number]> =>
    page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]')

  const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`)

  for (const scheme of ['light', 'dark'] as const) {
    it(`is styled in ${scheme} colours, and the browser reports no error and requests nothing else`, async () => {
      const { page, complaints, requests } = await visit(1280, scheme)
      expect(complaints).to.deep.equal([])
      expect(requests).to.deep.equal([`${service.app.url}/docs`])
      expect(await styleOf(page, 'nav', 'position')).to.equal('sticky')
      expect(await styleOf(page, 'nav a.home', 'text-decoration-line')).to.equal('none')
      const paper = await styleOf(page, 'body', 'background-color')
      expect(paper).to.equal(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(15, 19, 26)')
      const ends = await Promise.all(['nav', 'main'].map((selector) => page.locator(selector).boundingBox()))
      expect((ends[0]?.x ?? 0) + (ends[0]?.width ?? 0)).to.be.at.most(ends[1]?.x ?? 0)
      await page.close()
    })
  }

  for (const width of [320, 390, 820, 1280]) {
    it(`needs no sideways scrolling in a window of ${width} pixels, with everything unfolded`, async () => {
      const { page } = await visit(width, 'light')
      await page.evaluate("document.querySelectorAll('details').forEach((each) => void (each.open = true))")
      const [content, window] = await widths(page)
      expect(window).to.equal(width)
      expect(content).to.be.at.most(width)
      await page.close()
    })
  }

  it('begins with the text on a phone; the contents are one tap away and below it', async () => {
    const { page } = await visit(390, 'light')
    const heading = await page.locator('h1').boundingBox()
    expect(heading?.y).to.be.below(200)
    const quickStart = await page.locator('#quick-start').boundingBox()
    expect(quickStart?.y).to.be.below(400)
    await page.getByRole('link', { name: 'Contents' }).click()
    await page.locator('#contents a[href="#createChatCompletion"]').click()
    const chat = await page.locator('#createChatCompletion').boundingBox()
    expect(chat?.y).to.be.within(0, 200)
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

  it('has no broken link inside the page', async () => {
    const { page } = await visit(1280, 'light')
    const links: readonly string[] = await page.evaluate(
      `[...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href').slice(1))`,
    )
    const ids = new Set<string>(await page.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)"))
    const broken = links.filter((link) => !ids.has(link))
    expect(links).to.have.length.above(60)
    expect(broken).to.deep.equal([])
    await page.close()
  })
}

const startBrowser = browserStarter()
if (startBrowser === null) leaveOutOfBrowser('the documentation in a real browser')
else describe('the documentation in a real browser', () => suite(startBrowser))
