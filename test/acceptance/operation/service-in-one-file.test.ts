import { expect } from 'chai'
import { runGatewayCommand } from '../../support/processes/gateway-process.ts'
import { FROM_SOURCES, makeServiceInOneFile, ONE_FILE_VARIABLE } from '../../support/processes/service-in-one-file.ts'

/** Node prints the address of each module that it loads while this is on. */
const SAYS_WHAT_IT_LOADS = { NODE_DEBUG: 'esm' }
const SOURCE_OF_SERVICE = /src\/infrastructure\/command-line\.ts/

describe('the service that a whole run bundles for its tests', () => {
  let folder: string
  let remove = (): Promise<void> => Promise.resolve()
  before(async () => {
    const made = await makeServiceInOneFile()
    folder = made.folder
    remove = made.remove
  })
  after(() => remove())

  it('begins without its sources, and does what it does from them', async () => {
    const bundled = { [ONE_FILE_VARIABLE]: folder }
    for (const argv of [['catalog', 'check'], ['no-such-command'], ['--help']])
      expect(await runGatewayCommand(argv, bundled)).to.deep.equal(await runGatewayCommand(argv, FROM_SOURCES))

    const loadedBy = async (environment: Readonly<Record<string, string>>): Promise<string> =>
      (await runGatewayCommand(['--help'], { ...SAYS_WHAT_IT_LOADS, ...environment })).stderr
    expect(await loadedBy(bundled))
      .to.contain(folder)
      .and.not.match(SOURCE_OF_SERVICE)
    expect(await loadedBy(FROM_SOURCES)).to.match(SOURCE_OF_SERVICE)
  })
})
