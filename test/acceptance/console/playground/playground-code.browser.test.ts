import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { signUpAt, topUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import { dialogOf, fill, press } from '../../../support/console/page-actions.ts'
import { runPasted, typescriptBlock } from '../../../support/documents/client-page.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'
import { findProgram } from '../../../support/processes/find-program.ts'

/** A tab with a request entered, and what its samples print or write. */
interface Tab {
  readonly address: string
  /** The text that is asked, by the label of its field. */
  readonly entered: Readonly<Record<string, string>>
  readonly curlPrints: RegExp
  /** A command behind the sample that shows what it has written, for samples that print nothing. */
  readonly show?: string
  readonly typescriptPrints: RegExp
}

const WORDS = `It's a "boat", 100% true & $HOME`

const TABS: Readonly<Record<string, Tab>> = {
  Chat: {
    address: '/playground?model=sandbox/echo',
    entered: { Message: WORDS, Temperature: '0.5', Instructions: 'Say false, null or True' },
    curlPrints: /"content":"It's a \\"boat\\", 100% true & \$HOME"/,
    typescriptPrints: /^It's a "boat", 100% true & \$HOME$/m,
  },
  Images: {
    address: '/playground/images?model=sandbox/image',
    entered: { 'What to make': WORDS, Size: '64x64' },
    curlPrints: /"url":"http/,
    typescriptPrints: /^http/m,
  },
  Speech: {
    address: '/playground/speech',
    entered: { 'Text to read aloud': WORDS },
    curlPrints: /speech\.mp3: [1-9]/,
    show: 'wc -c speech.mp3 | sed "s/ *\\([0-9]*\\) \\(.*\\)/\\2: \\1/"',
    typescriptPrints: /speech\.mp3: [1-9]/,
  },
  Video: {
    address: '/playground/video?model=sandbox/video',
    entered: { 'What to make': WORDS },
    curlPrints: /"object":"video"/,
    show: 'if [ -e video.mp4 ]; then wc -c video.mp4 | sed "s/ *\\([0-9]*\\) \\(.*\\)/\\2: \\1/"; fi',
    typescriptPrints: /video\.mp4: [1-9]/,
  },
}

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let page: Page
  let key: string

  before(async () => {
    stage = await openConsole(startBrowser)
    const visit = await stage.visit({ language: 'en', width: 1280 })
    page = visit.page
    await signUpAt(visit)
    await topUpAt(visit)
    await page.goto('/keys')
    await press(page, 'New key')
    const dialog = dialogOf(page)
    await fill(dialog, 'Name', 'Samples')
    await press(dialog, 'New key')
    key = (await dialog.getByText(/^sk-/).textContent()) ?? ''
  })
  after(() => stage.close())

  const sampleOf = async (language: string): Promise<string> =>
    (await page.getByLabel(language, { exact: true }).textContent()) ?? ''

  for (const [name, { address, entered, curlPrints, typescriptPrints, show = 'true' }] of Object.entries(TABS)) {
    it(`${name}: the code of the call does the call`, async () => {
      await page.goto(address)
      for (const [label, text] of Object.entries(entered)) await fill(page, label, text)
      await page.getByText('Code of this call', { exact: true }).click()
      const environment = { GATEWAY_KEY: key }
      expect(await runPasted([await sampleOf('curl'), show], environment)).to.match(curlPrints)
      const typescript = typescriptBlock(await sampleOf('TypeScript'))
      expect(await runPasted([typescript, show], environment)).to.match(typescriptPrints)
      if (findProgram(['python3']) === null) return
      const checked = `python3 -c 'import ast, sys; ast.parse(sys.stdin.read()); print("good")' <<'END'\n${await sampleOf('Python')}\nEND`
      expect(await runPasted([checked])).to.equal('good\n')
    })
  }
}

describeInBrowser('The code of the calls of the playground, in a browser', suite)
