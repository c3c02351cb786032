import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { expectGoodPage, signUpAt, topUpAt } from '../../support/console/account-pages.ts'
import { openConsole } from '../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../support/console/console-visit.ts'
import { dialogOf, press } from '../../support/console/page-actions.ts'
import { runPasted, typescriptBlock } from '../../support/documents/client-page.ts'
import { blocksOf } from '../../support/documents/code-blocks.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'

const CLIENTS = new URL('../../../docs/clients/', import.meta.url)

/** The address that the documents write. */
const WRITTEN = 'http://127.0.0.1:8080'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let url: string
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser)
    url = stage.url
    visit = await stage.visit({ language: 'en', width: 360 })
    page = visit.page
    await signUpAt(visit)
  })
  after(() => stage.close())

  /** The blocks that the panel shows for one client. */
  const shownFor = async (client: string): Promise<readonly string[]> => {
    await page.goto(`/?client=${encodeURIComponent(client)}`)
    const blocks = page.locator(`pre[aria-label^="${client}, "]`)
    await blocks.first().waitFor()
    return blocks.allTextContents()
  }

  for (const [client, document] of [
    ['Codex', 'codex.md'],
    ['Claude Code', 'claude-code.md'],
  ] as const) {
    it(`shows for ${client} what its page in docs/clients says`, async () => {
      const shown = await shownFor(client)
      const written = blocksOf(await readFile(new URL(document, CLIENTS), 'utf8')).map(({ text }) => text)
      expect(shown.map((text) => text.replaceAll(url, WRITTEN))).to.deep.equal(written.slice(0, shown.length))
      await expectGoodPage(visit)
    })
  }

  it('makes a key that is shown once, with which the samples make the first call', async () => {
    await page.goto('/')
    await press(page, 'Make a key')
    const line = (await dialogOf(page).getByText('GATEWAY_KEY').textContent()) ?? ''
    expect(line).to.match(/^export GATEWAY_KEY=sk-\S+$/)
    await expectGoodPage(visit)
    await press(page, 'I have copied it')
    const curl = (await shownFor('curl')).at(-1) ?? ''
    const typescript = typescriptBlock((await shownFor('TypeScript')).at(-1) ?? '')
    expect(await page.getByText(line).count()).to.equal(0)
    await topUpAt(visit)
    expect(await runPasted([line, curl])).to.contain('"content":"Hello"')
    expect(await runPasted([line, typescript])).to.equal('Hello\n')
    await page.goto('/')
    await page.getByRole('link', { name: 'All requests' }).waitFor()
    expect(visit.complaints).to.deep.equal([])
  })
}

describeInBrowser('The first call in the console, in a browser', suite)
