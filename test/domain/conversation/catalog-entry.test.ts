import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../../../src/domain/catalog/catalog.ts'
import type { CatalogFile } from '../../../src/domain/catalog/catalog-file.ts'
import { findEntry } from '../../../src/domain/conversation/catalog-entry.ts'
import { findTask } from '../../../src/domain/catalog/find-task.ts'
import { offeredCatalog } from '../../../src/domain/catalog/offered-catalog.ts'
import { catalogFileOf, taskOf, templateOf } from '../../support/chat/catalogs.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { imageModel, speechModel } from '../../support/media/media-models.ts'

const NO_TASK = { tag: 'not_found', message: 'The catalogue has no task of this name.' }

const offered = (given: Partial<CatalogFile>): Catalog =>
  offeredCatalog(catalogFileOf({ models: [chatModel()], tasks: [taskOf()], ...given }), new Set(['first']), 0)

const priceOf = (catalog: Catalog, slug: string): bigint | null => {
  const entry = findEntry(catalog, slug)
  if (isLeft(entry)) throw new Error(`no entry '${slug}'`)
  return entry.right.turnPriceMicro
}

describe('An entry of the catalogue', () => {
  it('is a model by its id, under its own name and without a word before the conversation', () => {
    expect(findEntry(offered({}), 'vendor/model')).to.deep.equal(
      right({
        slug: 'vendor/model',
        model: chatModel(),
        kind: 'text',
        title: 'vendor/model',
        systemPrompt: null,
        parameters: {},
        turnPriceMicro: 1_000_000n,
      }),
    )
  })

  it('is a template by its slug, with all that it adds to its model', () => {
    const poet = templateOf({ systemPrompt: 'Answer in verse.', parameters: { temperature: 1 }, turnPriceMicro: 3n })
    expect(findEntry(offered({ templates: [poet] }), 'poet')).to.deep.equal(
      right({
        slug: 'poet',
        model: chatModel(),
        kind: 'text',
        title: 'Poet',
        systemPrompt: 'Answer in verse.',
        parameters: { temperature: 1 },
        turnPriceMicro: 3n,
      }),
    )
  })

  it('is not found where the catalogue lacks it, and where its model makes only speech', () => {
    const catalog = offered({
      models: [chatModel({ id: 'gone/model', retires: 0 }), speechModel()],
      templates: [templateOf({ model: 'gone/model' })],
    })
    const message = 'The catalogue has no model or template of this name that holds conversations.'
    for (const slug of ['poet', 'gone/model', 'vendor/speech', 'nobody', '']) {
      expect(findEntry(catalog, slug), slug).to.deep.equal(left({ tag: 'not_found', message }))
    }
  })
})

describe('The price of a text turn', () => {
  const models = [chatModel(), chatModel({ id: 'vendor/expensive', turnPriceMicro: 2n }), imageModel()]
  const templates = [
    templateOf({ slug: 'plain' }),
    templateOf({ slug: 'on-expensive', model: 'vendor/expensive' }),
    templateOf({ slug: 'own', model: 'vendor/expensive', turnPriceMicro: 3n }),
    templateOf({ slug: 'board', model: 'vendor/image' }),
  ]

  it("is the template's, else the model's, else that of the task chat", () => {
    const catalog = offered({ models, templates })
    const prices = ['vendor/model', 'plain', 'vendor/expensive', 'on-expensive', 'own'].map((slug) =>
      priceOf(catalog, slug),
    )
    expect(prices).to.deep.equal([1_000_000n, 1_000_000n, 2n, 2n, 3n])
  })

  it('does not hang on whether the model of the task chat is on offer', () => {
    const catalog = offered({ tasks: [taskOf({ model: 'gone/model' })] })
    expect(priceOf(catalog, 'vendor/model')).to.equal(1_000_000n)
    expect(findTask(catalog, 'chat')).to.deep.equal(left(NO_TASK))
  })

  it('is missing where no entry has one and where the model writes no text', () => {
    const catalog = offered({ models, templates, tasks: [] })
    expect(['vendor/model', 'plain', 'own'].map((slug) => priceOf(catalog, slug))).to.deep.equal([null, null, 3n])
    expect(['vendor/image', 'board'].map((slug) => priceOf(offered({ models, templates }), slug))).to.deep.equal([
      null,
      null,
    ])
  })
})

describe('A task', () => {
  it('comes with the model that carries it out, and is not found under any other name', () => {
    const catalog = offered({})
    expect(findTask(catalog, 'chat')).to.deep.equal(right({ task: taskOf(), model: chatModel() }))
    expect(findTask(catalog, 'vendor/model')).to.deep.equal(left(NO_TASK))
  })
})
