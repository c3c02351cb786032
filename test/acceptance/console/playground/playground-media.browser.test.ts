import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { expectGoodPage, signUpAt, topUpAt } from '../../../support/console/account-pages.ts'
import { openConsole } from '../../../support/console/console-stage.ts'
import type { ConsoleStage } from '../../../support/console/console-stage.ts'
import type { ConsoleVisit } from '../../../support/console/console-visit.ts'
import { follow, press, see, seeTitle } from '../../../support/console/page-actions.ts'
import { TINY_PNG } from '../../../support/media/tiny-images.ts'
import { describeInBrowser } from '../../../support/processes/browser.ts'

const suite = (startBrowser: () => Promise<Browser>): void => {
  let stage: ConsoleStage
  let visit: ConsoleVisit
  let page: Page

  before(async () => {
    stage = await openConsole(startBrowser)
    visit = await stage.visit({ language: 'en', width: 360 })
    page = visit.page
    await signUpAt(visit)
    await topUpAt(visit)
  })
  after(() => stage.close())
  beforeEach(async () => {
    visit.complaints.length = 0
    await page.goto('/models')
    await page.evaluate('sessionStorage.clear()')
  })

  const open = async (tab: string, query = ''): Promise<void> => {
    await page.goto(`/playground/${tab}?${query}`)
    await page.getByRole('complementary').waitFor()
  }
  const sizeOf = (image: Locator): Promise<readonly number[]> =>
    image.evaluate(async (each) => {
      const shown = each as unknown as {
        decode(): Promise<void>
        readonly naturalWidth: number
        readonly naturalHeight: number
      }
      await shown.decode()
      return [shown.naturalWidth, shown.naturalHeight]
    })
  /** Seconds of the sound or video in the page's player, once its browser has read it. */
  const lengthOf = (player: Locator): Promise<number> =>
    player.evaluate(async (each) => {
      const shown = each as unknown as EventTarget & { readonly duration: number }
      if (Number.isNaN(shown.duration)) {
        await new Promise((resolve) => shown.addEventListener('loadedmetadata', resolve, { once: true }))
      }
      return shown.duration
    })
  const savedFile = async (): Promise<Buffer> => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the file' }).first().click(),
    ])
    return readFile(await saved.path())
  }

  /** Has an image asked for; resolves to the question, which the test holds back. */
  const askForImage = async (prompt: string): Promise<Route> => {
    const asked = Promise.withResolvers<Route>()
    await page.route('**/v1/images/generations', (route) => asked.resolve(route), { times: 1 })
    await open('images', 'model=sandbox/image')
    await page.getByLabel('What to make').fill(prompt)
    await press(page, 'Make the image')
    return asked.promise
  }

  it('shows an image to a person who has left the page and come back before it was made', async () => {
    const route = await askForImage('A red boat')
    await follow(page, 'Speech')
    await page.getByLabel('Text to read aloud').waitFor()
    await follow(page, 'Images')
    await page.getByLabel('What to make').waitFor()
    await route.continue()
    await page.getByAltText('Image that the model made: A red boat').waitFor()
    await page.reload()
    await page.getByAltText('Image that the model made: A red boat').waitFor()
  })

  it('keeps nothing of an image that comes after its person has signed out', async () => {
    const leaving = await stage.visit({ language: 'en', width: 1280 })
    const before = page
    page = leaving.page
    await signUpAt(leaving)
    await topUpAt(leaving)
    const route = await askForImage('A red boat')
    await press(page, 'Sign out')
    await seeTitle(page, 'Sign in')
    await Promise.all([page.waitForResponse('**/v1/images/generations'), route.continue()])
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).to.equal('{}')
    page = before
    await leaving.close()
  })

  it('says that no answer came where the connection breaks in the middle of a sound, and makes the next', async () => {
    await open('speech', 'model=sandbox/speech')
    await page.getByLabel('Text to read aloud').fill('A red boat')
    await page.evaluate(`{
      const { blob } = Response.prototype
      Response.prototype.blob = () => {
        Response.prototype.blob = blob
        return Promise.reject(new TypeError('network error'))
      }
    }`)
    await press(page, 'Read it aloud')
    await see(page, 'The service did not answer.')
    await press(page, 'Read it aloud')
    await page.getByLabel('The text, read aloud').waitFor()
    expect(visit.complaints).to.deep.equal([])
  })

  it('makes images of the size and number that were asked, for the price that stood before', async () => {
    await open('images', 'model=sandbox/image')
    await page.getByLabel('What to make').fill('A red boat')
    await see(page, 'This costs ₽2.00.')
    await page.getByLabel('How many').fill('2')
    await page.getByLabel('Size').fill('512x256')
    await see(page, 'This costs ₽4.00.')
    expect(await page.getByText('Add images').count()).to.equal(0)
    await press(page, 'Make the image')
    await see(page, /whole .+ · cost ₽4\.00/)
    const images = page.getByRole('article').getByRole('img')
    expect(await images.count()).to.equal(2)
    expect(await sizeOf(images.first())).to.deep.equal([512, 256])
    expect((await savedFile()).length).to.be.above(100)
    await expectGoodPage(visit)
    await page.reload()
    expect(await sizeOf(images.first())).to.deep.equal([512, 256])
    expect(await page.getByLabel('What to make').inputValue()).to.equal('A red boat')
    expect(visit.complaints).to.deep.equal([])
    expect(visit.foreign).to.deep.equal([])
  })

  it('edits the images that were given where the model has it', async () => {
    await open('images', 'model=sandbox/image-edit')
    await page.getByLabel('What to make').fill('Make it blue')
    await page
      .getByLabel('Add images')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(TINY_PNG) })
    await page.getByAltText('Image that goes with the request').waitFor()
    const [sent] = await Promise.all([page.waitForRequest('**/v1/images/edits'), press(page, 'Edit the image')])
    expect(sent.postDataJSON()).to.include({ model: 'sandbox/image-edit', prompt: 'Make it blue' })
    await see(page, /cost ₽3\.00/)
    await expectGoodPage(visit)
  })

  it('says why no image was made, and keeps what was written', async () => {
    await open('images', 'model=sandbox/image-refuse')
    await page.getByLabel('What to make').fill('Something bad')
    await press(page, 'Make the image')
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('What to make').inputValue()).to.equal('Something bad')
    await expectGoodPage(visit)
  })

  it('reads a text aloud, plays it and saves it', async () => {
    await open('speech')
    await page.getByLabel('Text to read aloud').fill('Good morning, boat'.repeat(10))
    await see(page, 'This costs ₽0.18.')
    await page.getByLabel('Format').selectOption('wav')
    await press(page, 'Read it aloud')
    await see(page, /whole .+ · cost ₽0\.18/)
    expect(await lengthOf(page.locator('audio'))).to.be.above(0)
    expect((await savedFile()).subarray(0, 4).toString()).to.equal('RIFF')
    await expectGoodPage(visit)
    expect(visit.complaints).to.deep.equal([])
  })

  it('writes a recording down, for the price that stood before', async () => {
    await open('speech')
    await page.getByLabel('Text to read aloud').fill('Good morning, boat')
    await page.getByLabel('Format').selectOption('wav')
    await press(page, 'Read it aloud')
    await page.locator('audio').waitFor()
    const recording = await savedFile()
    await open('transcription')
    await page
      .getByLabel('Recording', { exact: true })
      .setInputFiles({ name: 'boat.wav', mimeType: 'audio/wav', buffer: recording })
    await see(page, /This costs ₽0\.\d+\./)
    await press(page, 'Write it down')
    await see(page, /whole .+ · cost ₽0\.\d+/)
    expect(await page.getByRole('article').locator('.quoted').textContent()).to.contain('second')
    await expectGoodPage(visit)
    expect(visit.complaints).to.deep.equal([])
  })

  it('orders a video, shows how far it is, goes on after a reload, and plays it', async () => {
    await open('video', 'model=sandbox/video')
    await page.getByLabel('What to make').fill('A boat at sea')
    await page.getByLabel('Seconds').selectOption('6')
    await see(page, 'This costs ₽30.00.')
    await press(page, 'Order the video')
    await page.getByRole('progressbar').waitFor()
    await expectGoodPage(visit)
    await page.reload()
    expect(await lengthOf(page.locator('video'))).to.be.above(0)
    await see(page, /Done .+ · cost ₽30\.00/)
    await expectGoodPage(visit)
    await press(page, 'Take it off this page')
    expect(await page.locator('video').count()).to.equal(0)
    expect(visit.complaints).to.deep.equal([])
  })

  it('says that a video was not made and cost nothing', async () => {
    await open('video', 'model=sandbox/video-fail')
    await page.getByLabel('What to make').fill('A boat at sea')
    await press(page, 'Order the video')
    await see(page, /Not made\. Nothing was charged for it\..* · cost ₽0\.00/)
    await expectGoodPage(visit)
  })

  it('has a tab for every kind that a model page leads to', async () => {
    await page.goto('/models/sandbox/video')
    await page.getByRole('link', { name: 'Try it in the playground' }).click()
    await page.getByRole('navigation', { name: 'Kinds of models' }).waitFor()
    expect(new URL(page.url()).pathname).to.equal('/playground/video')
    const tabs = page.getByRole('navigation', { name: 'Kinds of models' })
    for (const [name, label] of [
      ['Chat', 'Message'],
      ['Images', 'What to make'],
      ['Speech', 'Text to read aloud'],
      ['Recordings', 'Recording'],
      ['Video', 'What to make'],
    ] as const) {
      await tabs.getByRole('link', { name, exact: true }).click()
      await page.getByLabel(label, { exact: true }).waitFor()
      expect(await tabs.locator('[aria-current=page]').textContent()).to.equal(name)
      await expectGoodPage(visit)
    }
  })
}

describeInBrowser('Images, speech, recordings and videos in the playground, in a browser', suite)
