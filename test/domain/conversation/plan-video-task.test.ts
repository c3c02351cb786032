import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { Task } from '../../../src/domain/catalog/task.ts'
import { planVideoTask } from '../../../src/domain/conversation/plan-video-task.ts'
import type { VideoGenerationParams } from '../../../src/domain/conversation/plan-video-task.ts'
import { taskOf } from '../../support/chat/catalogs.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { videoModel } from '../../support/media/video-jobs.ts'

/** 720p costs 5 RUB a second, 1080p costs 8, and sound 2 more. */
const model = videoModel({
  capabilities: new Set(['image_input', 'audio_output']),
  tariff: {
    unit: 'second',
    perSecond: 5_000_000n,
    rows: [
      { resolution: '1080p', audio: null, perSecond: 8_000_000n },
      { resolution: '720p', audio: true, perSecond: 7_000_000n },
    ],
  },
})

const video = (given: Partial<Task> = {}): Task =>
  taskOf({ kind: 'video', model: model.id, price: { tag: 'fixed', micro: 20_000_000n }, ...given })

const SILENT = { generate_audio: false }
const PER_SECOND = { tag: 'per_second', micro: 3_000_000n } as const

const plan = (asked: Partial<VideoGenerationParams<string>> = {}, task: Partial<Task> = { parameters: SILENT }) =>
  planVideoTask(
    { task: video(task), model },
    { prompt: 'a boat', seconds: null, size: null, firstFrame: null, parameters: {}, ...asked },
  )

/** The length and price of the planned video, or the reason of the refusal. */
const verdict = (asked: Partial<VideoGenerationParams<string>> = {}, task?: Partial<Task>): string => {
  const planned = plan(asked, task)
  if (isLeft(planned)) return 'param' in planned.left ? `${planned.left.tag} ${planned.left.param}` : planned.left.tag
  return `${planned.right.plan.seconds} s for ${planned.right.priceMicro / 1_000_000n}`
}

describe('planning a video for a task', () => {
  it('makes a video as the task says if the caller does not say otherwise', () => {
    const planned = plan({ firstFrame: 'f', parameters: { seed: 7, camera: 'slow' } }, { parameters: { seconds: 6 } })
    if (isLeft(planned)) throw new Error(planned.left.tag)
    expect(planned.right.ask).to.deep.equal({
      model: model.id,
      prompt: 'a boat',
      seconds: 6,
      size: null,
      firstFrame: 'f',
      generateAudio: null,
      seed: 7,
      negativePrompt: null,
      extras: { camera: 'slow' },
    })
  })

  it('costs one price, for which no video costs the house more than the task’s own', () => {
    const six = { parameters: { ...SILENT, seconds: 6 } }
    expect(verdict({}, six)).to.equal('6 s for 20')
    expect(verdict({ seconds: 4 }, six)).to.equal('4 s for 20')
    expect(verdict({ seconds: 8 }, six)).to.equal('unsupported_parameter seconds')
    expect(verdict({ size: '1280x720' })).to.equal('4 s for 20')
    expect(verdict({ size: '1920x1080' })).to.equal('unsupported_parameter size')
    expect(verdict({ parameters: { generate_audio: true } })).to.equal('unsupported_parameter generate_audio')
    expect(verdict({ parameters: { generate_audio: true } }, { parameters: {} })).to.equal('4 s for 20')
    // Longer, but for less than the task's own video.
    expect(verdict({ seconds: 6, size: '1280x720' }, { parameters: { size: '1920x1080' } })).to.equal(
      'unsupported_parameter seconds',
    )
    expect(verdict({ seconds: 4, size: '1280x720' }, { parameters: { size: '1920x1080', seconds: 6 } })).to.equal(
      '4 s for 20',
    )
  })

  it('costs by the second of what is asked, where the task is priced so', () => {
    const task = { price: PER_SECOND, parameters: SILENT }
    expect(verdict({}, task)).to.equal('4 s for 12')
    expect(verdict({ seconds: 8 }, task)).to.equal('8 s for 24')
    expect(verdict({ seconds: 8, size: '1920x1080' }, task)).to.equal('unsupported_parameter size')
    expect(verdict({ seconds: 4, size: '1920x1080' }, { price: PER_SECOND, parameters: { seconds: 8 } })).to.equal(
      'unsupported_parameter size',
    )
  })

  it('refuses what the model cannot, naming the field', () => {
    expect(verdict({ seconds: 5 })).to.equal('unsupported_parameter seconds')
    expect(verdict({ seconds: 5 }, { price: PER_SECOND })).to.equal('unsupported_parameter seconds')
    expect(verdict({ parameters: { duration_seconds: 60 } })).to.equal('unsupported_parameter duration_seconds')
    const still = videoModel()
    const asked = { prompt: 'x', seconds: null, size: null, firstFrame: 'f', parameters: {} }
    expect(planVideoTask({ task: video(), model: still }, asked)).to.have.nested.property(
      'left.param',
      'input_reference',
    )
  })

  it('takes no parameter that stands elsewhere in the request', () => {
    for (const name of ['model', 'prompt', 'seconds', 'size', 'image', 'input_reference']) {
      expect(verdict({ parameters: { [name]: 'x' } }), name).to.equal(`unsupported_parameter ${name}`)
    }
  })

  it('makes no video for another kind of task', () => {
    const asked = { prompt: 'x', seconds: null, size: null, firstFrame: null, parameters: {} }
    expect(planVideoTask({ task: taskOf(), model: chatModel() }, asked)).to.have.nested.property(
      'left.tag',
      'not_a_video_task',
    )
  })
})
