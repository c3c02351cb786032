import { expect } from 'chai'
import { withOfferedModels, withSandboxPassages } from '../../../../src/adapters/http/documentation/sample-models.ts'
import type { Capability } from '../../../../src/domain/catalog/model.ts'
import { chatModel } from '../../../support/chat/chat-models.ts'
import { openServedDocument } from '../../../support/documents/served-document.ts'
import { imageModel, speechModel } from '../../../support/media/media-models.ts'

const plain = chatModel({ id: 'openai/plain', capabilities: new Set() })
const able = chatModel({ id: 'openai/able', capabilities: new Set(['tools']) })
const painter = imageModel({ id: 'openai/painter' })

describe('the samples of a service without the sandbox', () => {
  it('name the first model on offer that does such work, and a placeholder if there is none', () => {
    const named = (id: string): string => withOfferedModels(`{"model": "${id}"}`, [plain, able, painter])
    expect(named('sandbox/echo')).to.equal('{"model": "openai/plain"}')
    expect(named('sandbox/tools')).to.equal('{"model": "openai/able"}')
    expect(named('sandbox/image-edit')).to.equal('{"model": "openai/painter"}')
    expect(named('sandbox/video')).to.equal('{"model": "vendor/model"}')
  })

  it('prefer the model that can do most of what they ask, and the first of those that can do the same', () => {
    const can = (id: string, ...capabilities: readonly Capability[]) =>
      chatModel({ id, capabilities: new Set(capabilities) })
    const offered = [
      can('a/nothing'),
      can('a/tools', 'tools'),
      can('a/forms', 'tools', 'json_schema'),
      can('a/images', 'image_input', 'json_schema'),
      can('a/later', 'image_input', 'json_schema', 'tools'),
    ]
    const named = (id: string, models = offered): string => withOfferedModels(id, models)
    expect([named('sandbox/echo'), named('sandbox/tools')]).to.deep.equal(['a/images', 'a/forms'])
    expect([named('sandbox/reasoning'), named('sandbox/tools', offered.slice(0, 2))]).to.deep.equal([
      'a/tools',
      'a/tools',
    ])
  })

  it('stand beside no passage about the sandbox; the marks of a passage are never shown', () => {
    const text = '- a.\n  <!-- sandbox -->\n  b.\n  <!-- /sandbox -->\n\nc.'
    expect(withSandboxPassages(text, true)).to.equal('- a.\n  b.\n\nc.')
    expect(withSandboxPassages(text, false)).to.equal('- a.\n\nc.')
  })

  it('and all its pages name no model that the service does not sell', async () => {
    const service = await openServedDocument({ SANDBOX: 'off' }, [plain, painter, speechModel()])
    try {
      const read = async (path: string) => (await fetch(`${service.app.url}${path}`)).text()
      const index = await read('/llms.txt')
      const paths = [...index.matchAll(/\]\([^)]*?(\/docs\/[^)]*\.md)\)/g)].map(([, path = '']) => path)
      expect(paths).to.have.length.above(100)
      for (const path of [...paths, '/v1/openapi.json', '/docs/guides/quick-start']) {
        expect(await read(path), path).not.to.match(/sandbox\/|sandbox\.md|<!-- \/?sandbox/)
      }
      expect(await read('/docs/guides/media.md')).to.include('"model": "openai/painter"')
      for (const path of ['/docs/guides/sandbox', '/docs/ru/guides/sandbox.md']) {
        expect((await fetch(`${service.app.url}${path}`)).status, path).to.equal(404)
      }
    } finally {
      await service.close()
    }
  })
})
