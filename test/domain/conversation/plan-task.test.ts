import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { FoundTask } from '../../../src/domain/catalog/find-task.ts'
import type { Model } from '../../../src/domain/catalog/model.ts'
import type { Task } from '../../../src/domain/catalog/task.ts'
import type { Parameters } from '../../../src/domain/conversation/plan-within-task-price.ts'
import { planImageTask, planTextTask } from '../../../src/domain/conversation/plan-task.ts'
import { taskOf } from '../../support/chat/catalogs.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { countedImageModel, imageModel } from '../../support/media/media-models.ts'
import { unwrap } from '../../application/gateway/gateway-stage.ts'

const IMAGE = 'data:image/png;base64,aGk='

const found = (model: Model, parameters: Task['parameters'] = {}): FoundTask => ({
  model,
  task: taskOf({ kind: model.kind === 'chat' ? 'text' : 'image', model: model.id, parameters }),
})

describe('A text for a task', () => {
  const plan = (parameters: Parameters, task = found(chatModel()), images: readonly string[] = []) =>
    planTextTask(task, { prompt: 'a limerick', images, parameters })

  it('is the prompt and nothing else, at the length the model has of itself', () => {
    expect(unwrap(plan({})).request).to.deep.equal({
      model: 'vendor/model',
      messages: [{ role: 'user', content: 'a limerick' }],
      max_tokens: 1000,
    })
  })

  it('has the images behind the words', () => {
    const { messages } = unwrap(plan({}, undefined, [IMAGE])).request
    expect(messages[0]?.content).to.deep.equal([
      { type: 'text', text: 'a limerick' },
      { type: 'image_url', image_url: { url: IMAGE } },
    ])
  })

  const taken: readonly (readonly [string, Parameters, Task['parameters'], Parameters])[] = [
    ['what says how to choose words', { temperature: 0.5, seed: 7 }, {}, { temperature: 0.5, seed: 7 }],
    ['the caller’s word before the task’s', { temperature: 0 }, { temperature: 1 }, { temperature: 0 }],
    ['the task’s word where the caller has none', {}, { reasoning_effort: 'high' }, { reasoning_effort: 'high' }],
    ['a shorter length', { max_tokens: 10 }, {}, { max_tokens: 10 }],
    ['a length by its other name', { max_completion_tokens: 10 }, { max_tokens: 20 }, { max_tokens: 10 }],
    ['the length that the task has', { max_tokens: 2000 }, { max_tokens: 2000 }, { max_tokens: 2000 }],
  ]
  for (const [name, given, own, expected] of taken) {
    it(`takes ${name}`, () => {
      expect(unwrap(plan(given, found(chatModel(), own))).request).to.deep.include(expected)
    })
  }

  const refused: readonly (readonly [string, Parameters, string])[] = [
    ['to be longer than the task has it', { temperature: 1, max_tokens: 1001 }, 'max_tokens'],
    ['for several answers', { n: 2 }, 'n'],
    ['for what could cost more without our seeing it', { thinking_budget: 1 }, 'thinking_budget'],
    ['for tools', { tools: [] }, 'tools'],
    ['to stream', { stream: true }, 'stream'],
    ['for another model', { model: 'vendor/dearer' }, 'model'],
    ['for other messages', { messages: [] }, 'messages'],
  ]
  for (const [name, given, param] of refused) {
    it(`cannot be asked ${name}`, () => {
      const planned = plan(given)
      expect(isLeft(planned) && planned.left).to.deep.include({ tag: 'unsupported_parameter', param })
    })
  }

  it('refuses two lengths', () => {
    const planned = plan({ max_tokens: 5, max_completion_tokens: 6 })
    expect(isLeft(planned) && planned.left.tag).to.equal('conflicting_token_limits')
  })

  it('needs a model that reads images for images', () => {
    const planned = plan({}, found(chatModel({ capabilities: new Set() })), [IMAGE])
    expect(isLeft(planned) && planned.left.tag).to.equal('unsupported_capability')
  })
})

describe('An image for a task', () => {
  const rows = [
    { quality: 'low', size: null, perImage: 1_000_000n },
    { quality: 'high', size: null, perImage: 9_000_000n },
  ]
  const byQuality = imageModel({ tariff: { unit: 'image', perImage: 3_000_000n, rows } })
  const plan = (parameters: Parameters, task = found(imageModel()), images: readonly string[] = []) =>
    planImageTask(task, { prompt: 'a boat', images, parameters })

  it('is one, generated from the prompt', () => {
    const { ask, plan: planned } = unwrap(plan({}))
    expect(ask).to.deep.equal({
      model: 'vendor/image',
      prompt: 'a boat',
      n: 1,
      size: null,
      quality: null,
      responseFormat: 'b64_json',
      images: [],
      mask: null,
      referenceImages: [],
      extras: {},
    })
    expect(planned.holdMicro).to.equal(3_000_000n)
  })

  it('is an edit where images are given', () => {
    expect(unwrap(plan({}, undefined, [IMAGE])).ask.images).to.deep.equal([IMAGE])
  })

  it('is as many as the task says', () => {
    expect(unwrap(plan({}, found(imageModel(), { n: 2 }))).ask.n).to.equal(2)
  })

  const taken: readonly (readonly [string, Model, Task['parameters'], Parameters, object])[] = [
    ['a look that costs the same', imageModel(), {}, { size: '640x360' }, { size: '640x360' }],
    ['a look that costs less', byQuality, {}, { quality: 'low' }, { quality: 'low' }],
    ['the task’s own look', byQuality, { quality: 'high' }, {}, { quality: 'high' }],
    ['one that costs less than the task’s own', byQuality, { quality: 'high' }, { quality: 'low' }, { quality: 'low' }],
    ['fields only the provider knows', imageModel(), {}, { style: 'ink' }, { extras: { style: 'ink' } }],
    ['one by number', imageModel(), {}, { n: 1 }, { n: 1, extras: {} }],
    [
      'a format where tokens are counted',
      countedImageModel(),
      { quality: 'low' },
      { output_format: 'webp' },
      { quality: 'low', extras: { output_format: 'webp' } },
    ],
  ]
  for (const [name, model, own, given, expected] of taken) {
    it(`takes ${name}`, () => expect(unwrap(plan(given, found(model, own))).ask).to.deep.include(expected))
  }

  const refused: readonly (readonly [string, Model, Parameters, string])[] = [
    ['for a more expensive quality or size', byQuality, { quality: 'high' }, 'quality'],
    ['for looks that have no price', byQuality, { quality: 'ultra' }, 'quality'],
    ['for several at once', imageModel(), { n: 2 }, 'n'],
    ['for several at once where tokens are counted', countedImageModel(), { n: 2 }, 'n'],
    ['for a look where tokens are counted', countedImageModel(), { quality: 'low' }, 'quality'],
    ['for unknown fields where tokens are counted', countedImageModel(), { detail: 'high' }, 'detail'],
    ['to stream', imageModel(), { stream: true }, 'stream'],
    ['for another model', imageModel(), { model: 'vendor/dearer' }, 'model'],
    ['for an edit by the back door', imageModel(), { image: [] }, 'image'],
    ['for another form of answer', imageModel(), { response_format: 'url' }, 'response_format'],
  ]
  for (const [name, model, given, param] of refused) {
    it(`cannot be asked ${name}`, () => {
      const planned = plan(given, found(model))
      expect(isLeft(planned) && planned.left).to.deep.include({ tag: 'unsupported_parameter', param })
    })
  }

  it('needs a model that takes images for an edit', () => {
    const planned = plan({}, found(imageModel({ capabilities: new Set() })), [IMAGE])
    expect(isLeft(planned) && planned.left).to.deep.include({ tag: 'unsupported_capability', param: 'image' })
    expect(isRight(plan({}, found(imageModel({ capabilities: new Set() }))))).to.equal(true)
  })
})
