import { expect } from 'chai'
import { accountSurface } from '../../../../src/adapters/http/account/surface.ts'
import { serveConsole } from '../../../../src/adapters/http/console/serve-console.ts'
import type { ConsoleFiles } from '../../../../src/adapters/http/console/serve-console.ts'
import type { CodedFile } from '../../../../src/adapters/http/sending/coded-file.ts'
import { openAdmission, serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

const file: CodedFile = { contentType: 'text/html', version: 'v', bodies: { identity: Buffer.from('a page') } }

const CONSOLE: ConsoleFiles = {
  pages: ['/', '/keys', '/keys/:id', '/operator/accounts'].map((path) => ({ path, file })),
  noPage: file,
  files: new Map(),
}

describe('A slash at the end of an address', () => {
  let app: RunningApp
  before(async () => {
    app = await serveForTest([], {
      console: serveConsole({
        console: CONSOLE,
        apiWords: new Set(['v1']),
        admission: openAdmission,
        surface: accountSurface,
      }),
    })
  })
  after(() => app.close())

  const ask = async (path: string, method = 'GET', url = app.url): Promise<readonly [number, string | null]> => {
    const { status, headers } = await fetch(`${url}${path}`, { method, redirect: 'manual' })
    return [status, headers.get('location')]
  }

  for (const [path, page] of [
    ['/docs/', '/docs'],
    ['/docs/guides/errors/', '/docs/guides/errors'],
    ['/docs/ru/?q=a%20b', '/docs/ru?q=a%20b'],
    ['/docs//', '/docs/'],
    ['/keys/', '/keys'],
    ['/keys/one/', '/keys/one'],
    ['/operator/accounts/', '/operator/accounts'],
  ] as const) {
    it(`is taken away from ${path}`, async () => {
      expect(await ask(path)).to.deep.equal([308, page])
      expect(await ask(path, 'HEAD')).to.deep.equal([308, page])
    })
  }

  for (const path of ['/v1/models/', '/unknown/', '//docs/', '//example.com/', '///']) {
    it(`stays at ${path}, which is no address of a page`, async () => {
      expect(await ask(path)).to.deep.equal([404, null])
    })
  }

  it('stays where something is sent, and is no part of the first page', async () => {
    expect(await ask('/docs/', 'POST')).to.deep.equal([404, null])
    expect(await ask('/')).to.deep.equal([200, null])
  })

  it('is taken away from the documentation where the console is left out', async () => {
    const bare = await serveForTest([])
    expect(await ask('/docs/', 'GET', bare.url)).to.deep.equal([308, '/docs'])
    expect(await ask('/keys/', 'GET', bare.url)).to.deep.equal([404, null])
    await bare.close()
  })
})
