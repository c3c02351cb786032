import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import { mailedLink } from '../../../support/console/mailbox.ts'
import { fill, press, seeTitle } from '../../../support/console/page-actions.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  before(async () => {
    stage = await openConsole(startBrowser)
  })
  after(() => stage.close())

  it('comes in the language that its person has chosen in the console, whatever the browser prefers', async () => {
    const visit = await stage.visit({ language: 'en', width: 360 })
    const { page } = visit
    const email = `person-${randomUUID()}@example.com`
    await page.goto('/sign-up')
    await page.getByLabel('Language', { exact: true }).selectOption('ru')
    await fill(page, 'Почта', email)
    await fill(page, 'Пароль', 'seven blue boats at sea')
    await press(page, 'Создать аккаунт')
    await seeTitle(page, 'Обзор')
    const dataDir = stage.world.environment['DATA_DIR'] ?? ''
    await mailedLink(dataDir, email, 'verify-email')
    const folder = join(dataDir, 'mail')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const language = mails.find((mail) => mail.includes(email))?.match(/^Content-Language: (\w+)/m)?.[1]
    expect(language).to.equal('ru')
    expect(visit.complaints).to.deep.equal([])
    await visit.close()
  })
}

describeInBrowser('A mail to a user of the console, in a browser', suite)
