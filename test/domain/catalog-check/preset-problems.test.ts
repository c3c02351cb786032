import { expect } from 'chai'
import { catalogProblems } from '../../../src/domain/catalog-check/catalog-problems.ts'
import type { Task } from '../../../src/domain/catalog/task.ts'
import type { Template } from '../../../src/domain/catalog/template.ts'
import { adapterNamed, catalogFileOf, taskOf, templateOf } from '../../support/chat/catalogs.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { imageModel, speechModel } from '../../support/media/media-models.ts'
import { videoModel } from '../../support/media/video-jobs.ts'

const deployments = chatModel().deployments

const file = catalogFileOf({
  providers: [{ id: 'first', adapter: adapterNamed('sandbox'), baseUrl: null, needsApiKey: false }],
  models: [
    chatModel(),
    imageModel({ deployments }),
    speechModel({ deployments }),
    videoModel({ deployments }),
    chatModel({ id: 'vendor/expensive', turnPriceMicro: 1n, unsupportedParameters: new Set(['seed']) }),
  ],
})

const ofTemplates = (...templates: readonly Template[]) => catalogProblems({ ...file, templates })
const ofTasks = (...tasks: readonly Task[]) => catalogProblems({ ...file, tasks })

const SLUG = 'a slug is lower case letters and digits joined by single -, 64 characters at most'
const FREE = 'must be above zero: a paid call never costs nothing'

describe('A template', () => {
  const inPrice = { turnPriceMicro: 1n }
  const spoken = { systemPrompt: 'Be brief.' }

  it('may be of any model that holds conversations', () => {
    const good = [
      templateOf({ ...inPrice, ...spoken, parameters: { temperature: 0.5 } }),
      templateOf({ slug: 'a-1', model: 'vendor/image', parameters: { size: '1024x1024' } }),
      templateOf({ slug: 'a'.repeat(64), model: 'vendor/video', title: 'я'.repeat(200) }),
    ]
    expect(ofTemplates(...good)).to.deep.equal([])
  })

  const table: readonly (readonly [string, Partial<Template>, string])[] = [
    ['a slug with capitals', { slug: 'Poet' }, SLUG],
    ['a slug that looks like a model id', { slug: 'vendor/model' }, SLUG],
    ['a slug with two hyphens in a row', { slug: 'a--b' }, SLUG],
    ['an empty slug', { slug: '' }, SLUG],
    ['an endless slug', { slug: 'a'.repeat(65) }, SLUG],
    ['an unknown model', { model: 'vendor/unknown' }, "names the unknown model 'vendor/unknown'"],
    ['a model that speaks', { model: 'vendor/speech' }, "is of 'vendor/speech', which holds no conversations"],
    ['a blank title', { title: ' ' }, 'title must not be empty'],
    ['a title of 201 characters', { title: 'я'.repeat(201) }, 'title has 200 characters at most'],
    ['a blank system prompt', { systemPrompt: '\n' }, 'system_prompt must not be empty'],
    [
      'a system prompt for a model of images',
      { model: 'vendor/image', ...spoken },
      "has a system_prompt, which 'vendor/image' does not read",
    ],
    [
      'a turn price for a model of videos',
      { model: 'vendor/video', ...inPrice },
      "has a turn_price, but what 'vendor/video' makes is priced by tasks",
    ],
    ['free turns', { turnPriceMicro: 0n }, `turn_price ${FREE}`],
    ['a parameter of another form', { parameters: { temperature: 'hot' } }, 'parameters.temperature must be a number'],
    [
      'no length at all',
      { parameters: { max_tokens: 0 } },
      'parameters.max_tokens must be a whole number of at least 1',
    ],
    [
      'a parameter that costs extra',
      { parameters: { service_tier: 'priority' } },
      "its parameters are refused: 'service_tier' with this value is not offered for this model.",
    ],
    [
      'a parameter that its model does not take',
      { model: 'vendor/expensive', parameters: { seed: 1 } },
      "its parameters are refused: vendor/expensive does not support 'seed'.",
    ],
    [
      'two lengths',
      { parameters: { max_tokens: 1, max_completion_tokens: 2 } },
      'its parameters are refused: conflicting_token_limits',
    ],
    [
      'tools, whose calls no client would answer',
      { parameters: { tools: [] } },
      "'tools' is no parameter to be preset",
    ],
    ['tools in their older form', { parameters: { functions: [] } }, "'functions' is no parameter to be preset"],
    ['another model among its parameters', { parameters: { model: 'x' } }, "'model' is no parameter to be preset"],
  ]
  for (const [name, given, message] of table) {
    it(`has not ${name}`, () => {
      const template = templateOf(given)
      expect(ofTemplates(template)).to.deep.equal([{ where: `templates.${template.slug}`, message }])
    })
  }
})

describe('A task of the catalogue', () => {
  const bySecond = { price: { tag: 'per_second', micro: 1n } } as const

  it('may be texts, images, or videos priced by the task or by the second', () => {
    const video = { kind: 'video', model: 'vendor/video' } as const
    const good = [
      taskOf(),
      taskOf({ slug: 'draw', kind: 'image', model: 'vendor/image', parameters: { size: '1024x1024' } }),
      taskOf({ slug: 'video', ...video, parameters: { seconds: 8, size: '1280x720', seed: null } }),
      taskOf({ slug: 'long-video', ...video, ...bySecond }),
    ]
    expect(ofTasks(...good)).to.deep.equal([])
  })

  const table: readonly (readonly [string, Partial<Task>, string])[] = [
    ['a slug with a space', { slug: 'my task' }, SLUG],
    ['an unknown model', { model: 'vendor/unknown' }, "names the unknown model 'vendor/unknown'"],
    ['a price of nothing', { price: { tag: 'fixed', micro: 0n } }, `price ${FREE}`],
    ['a price below nothing', { price: { tag: 'fixed', micro: -1n } }, `price ${FREE}`],
    ['seconds for a task that makes no video', bySecond, 'only a video task is priced per second'],
    ['a model of another kind', { model: 'vendor/image' }, "is of kind text, but 'vendor/image' is of kind image"],
    [
      'a model that speaks',
      { slug: 'say', model: 'vendor/speech' },
      "is of kind text, but 'vendor/speech' is of kind speech",
    ],
    [
      'an image for a turn of chat',
      { kind: 'image', model: 'vendor/image' },
      "the task 'chat' prices text turns: its kind is text",
    ],
    [
      'a length that the model does not make',
      { kind: 'video', model: 'vendor/video', slug: 'video', parameters: { seconds: 5 } },
      'its parameters are refused: vendor/video makes videos of 4, 6, 8 seconds.',
    ],
    [
      'a length in words',
      { kind: 'video', model: 'vendor/video', slug: 'video', parameters: { seconds: '8' } },
      'parameters.seconds must be a whole number of at least 1',
    ],
    [
      'more images than one request may have',
      { kind: 'image', model: 'vendor/image', slug: 'draw', parameters: { n: 5 } },
      'its parameters are refused: vendor/image generates at most 4 images in one request.',
    ],
    [
      'a parameter that costs extra',
      { parameters: { speed: 'fast' } },
      "its parameters are refused: 'speed' with this value is not offered for this model.",
    ],
    ['a prompt among its parameters', { parameters: { prompt: 'x' } }, "'prompt' is no parameter to be preset"],
  ]
  for (const [name, given, message] of table) {
    it(`has not ${name}`, () => {
      const task = taskOf(given)
      expect(ofTasks(task)).to.deep.equal([{ where: `tasks.${task.slug}`, message }])
    })
  }
})

describe('The problems of templates and tasks', () => {
  it('are all listed, each where it is; a slug may be that of one template and one task', () => {
    const chat = taskOf({ model: 'nobody', price: { tag: 'fixed', micro: 0n } })
    const problems = catalogProblems({
      ...file,
      templates: [templateOf(), templateOf({ title: '' }), templateOf({ slug: 'chat' })],
      tasks: [chat, taskOf()],
    })
    expect(problems.map(({ where }) => where)).to.deep.equal([
      'templates.poet',
      'tasks.chat',
      'templates.poet',
      'tasks.chat',
      'tasks.chat',
    ])
    expect(problems[0]?.message).to.equal('this slug is used twice')
  })

  it('include turns that a model would give away', () => {
    const models = [chatModel({ turnPriceMicro: 0n })]
    expect(catalogProblems({ ...file, models })).to.deep.equal([
      { where: 'vendor/model', message: `turn_price ${FREE}` },
    ])
  })
})
