import { resolve } from 'node:path'
import { expect } from 'chai'
import { nodeProblem } from '../../bin/require-node.js'
import { runNode } from '../support/processes/child-process.ts'

const bin = resolve(import.meta.dirname, '../../bin')

describe('the Node that entry points need', () => {
  for (const version of ['22.18.0', '22.19.1', '24.0.0', '24.21.0', '26.1.0', '100.0.0']) {
    it(`accept ${version}`, () => expect(nodeProblem(version)).to.equal(null))
  }

  for (const version of ['0.12.18', '18.20.4', '20.20.2', '22.17.9', '22.2.0', '21.99.0']) {
    it(`refuse ${version}, and name the needed one in one line`, () => {
      expect(nodeProblem(version)).to.match(/^This needs Node 22\.18 or newer and runs on [\d.]+: .+\.$/)
    })
  }

  const pretend = (version: string): readonly string[] => {
    const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
  }

  for (const [entry, argument] of [
    ['gateway.js', 'serve'],
    ['test.js', 'test/none.test.ts'],
  ] as const) {
    it(`is checked by bin/${entry} before anything else is loaded`, async () => {
      const child = runNode([...pretend('20.20.2'), resolve(bin, entry), argument])
      expect(await child.ended()).to.equal(1)
      expect(child.stdout()).to.equal('')
      expect(child.stderr()).to.match(/^This needs Node 22\.18 or newer and runs on 20\.20\.2: [^\n]+\n$/)
    })
  }

  it('prints no warning about experimental features, and passes other warnings on', async () => {
    const code = `
      const { onGoodNode } = await import(${JSON.stringify(resolve(bin, 'require-node.js'))})
      await onGoodNode(async () => {
        process.emitWarning('type stripping', 'ExperimentalWarning')
        process.emitWarning('something else', 'DeprecationWarning')
      })`
    const child = runNode(['--input-type=module', '-e', code])
    expect(await child.ended()).to.equal(0)
    expect(child.stderr()).to.contain('something else').and.not.contain('type stripping')
  })
})
