import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { VideoModel } from '../../../src/domain/catalog/model.ts'
import { planVideo } from '../../../src/domain/video/plan.ts'
import type { VideoParams } from '../../../src/domain/video/plan.ts'
import { parseVideoId, videoIdOf } from '../../../src/domain/video/video-id.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { videoModel } from '../../support/media/video-jobs.ts'

const ask = (given: Partial<VideoParams<string>> = {}): VideoParams<string> => ({
  model: 'vendor/video',
  prompt: 'a red boat',
  seconds: null,
  size: null,
  firstFrame: null,
  generateAudio: null,
  seed: null,
  negativePrompt: null,
  extras: {},
  ...given,
})

const planned = (given: Partial<VideoParams<string>> = {}, model: Partial<VideoModel> = {}) => {
  const plan = planVideo(videoModel(model), ask(given))
  if (isLeft(plan)) throw new Error(JSON.stringify(plan.left))
  return plan.right
}
const refused = (given: Partial<VideoParams<string>>, model: Partial<VideoModel> = {}): string => {
  const plan = planVideo(videoModel(model), ask(given))
  return isRight(plan) ? 'planned' : `${plan.left.tag} ${plan.left.param}`
}

describe('planning a video', () => {
  it('holds the price of what is asked', () => {
    expect(planned({ seconds: 8 })).to.include({ seconds: 8, holdMicro: 40_000_000n, audio: false })
  })

  it('takes four seconds where none are asked, or the least the model can', () => {
    expect(planned().seconds).to.equal(4)
    expect(planned({}, { limits: { seconds: new Set([10, 5]), sizes: null } }).seconds).to.equal(5)
    expect(planned({ seconds: 60 }, { limits: { seconds: null, sizes: null } }).seconds).to.equal(60)
  })

  const shapes: readonly (readonly [string | null, string, string])[] = [
    [null, '16:9', '720p'],
    ['1280x720', '16:9', '720p'],
    ['720x1280', '9:16', '720p'],
    ['1920x1080', '16:9', '1080p'],
    ['1080x1920', '9:16', '1080p'],
    ['1792x1024', '16:9', '720p'],
    ['1080x1080', '1:1', '1080p'],
  ]
  for (const [size, aspectRatio, resolution] of shapes) {
    it(`reads ${size ?? 'no size'} as ${aspectRatio} in ${resolution}`, () => {
      expect(planned({ size }).shape).to.deep.equal({ aspectRatio, resolution })
    })
  }

  it('knows the size: as asked, else what the model makes of itself', () => {
    expect(planned({ size: '720x1280' }).size).to.equal('720x1280')
    expect(planned().size).to.equal('1280x720')
    const portrait = { seconds: null, sizes: new Set(['720x1280', '1080x1920']) }
    expect(planned({}, { limits: portrait }).size).to.equal('720x1280')
  })

  it('prices by the first row that fits', () => {
    const rows = [
      { resolution: '1080p', audio: true, perSecond: 9_000_000n },
      { resolution: '1080p', audio: null, perSecond: 8_000_000n },
      { resolution: null, audio: true, perSecond: 6_000_000n },
    ]
    const model = {
      capabilities: new Set(['audio_output'] as const),
      tariff: { unit: 'second', perSecond: 5_000_000n, rows } as const,
    }
    const price = (size: string, generateAudio: boolean | null) =>
      planned({ size, generateAudio }, model).pricePerSecondMicro / 1_000_000n
    expect(price('1920x1080', true)).to.equal(9n)
    expect(price('1920x1080', false)).to.equal(8n)
    expect(price('1280x720', null)).to.equal(6n)
    expect(price('1280x720', false)).to.equal(5n)
  })

  it('refuses what the model or the price list does not have', () => {
    expect(refused({ seconds: 5 })).to.equal('unsupported_parameter seconds')
    expect(refused({ size: '1x1' })).to.equal('unsupported_parameter size')
    const sizes = { limits: { seconds: null, sizes: new Set(['1280x720']) } }
    expect(refused({ size: '1920x1080' }, sizes)).to.equal('unsupported_parameter size')
    expect(refused({ generateAudio: true })).to.equal('unsupported_parameter generate_audio')
    expect(refused({ firstFrame: 'x' })).to.equal('unsupported_capability input_reference')
    expect(refused({ seed: 1 }, { unsupportedParameters: new Set(['seed']) })).to.equal('unsupported_parameter seed')
    const chat = planVideo(chatModel(), ask())
    expect(isLeft(chat) && chat.left.tag).to.equal('unsupported_capability')
  })

  it('refuses fields that would change the provider’s price, however they are spelt and however deep', () => {
    for (const name of ['n', 'resolution', 'duration_seconds', 'durationSeconds', 'sampleCount', 'number-of-videos']) {
      expect(refused({ extras: { [name]: 2 } })).to.equal(`unsupported_parameter ${name}`)
    }
    expect(refused({ extras: { config: { deep: { sample_count: 4 } } } })).to.equal(
      'unsupported_parameter config.deep.sample_count',
    )
    expect(refused({ extras: { style: 'oil', camera: { motion: 'slow' }, n: null } })).to.equal('planned')
    expect(
      refused({
        extras: {
          cfg_scale: 7.5,
          person_generation: 'allow_adult',
          generation_config: { temperature: 1, seed: 3 },
          enhance_prompt: true,
          shots: ['wide', 'close'],
          note: 'light: soft',
        },
      }),
    ).to.equal('planned')
  })

  it('refuses what is the account’s, another customer’s, or an address, however it is spelt, and in lists', () => {
    const hostile: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
      [{ previousInteractionId: 'v1_other' }, 'previousInteractionId'],
      [{ cachedContent: 'x' }, 'cachedContent'],
      [{ webhookConfig: {} }, 'webhookConfig'],
      [{ Tools: [] }, 'Tools'],
      [{ systemInstruction: 'x' }, 'systemInstruction'],
      [{ responseFormat: [{ duration: '15s' }] }, 'responseFormat'],
      [{ a: [{ b: [{ Duration: '15s' }] }] }, 'a.0.b.0.Duration'],
      [{ video_url: 'x' }, 'video_url'],
      [{ image: { url: 'x' } }, 'image'],
      [{ reference_images: [] }, 'reference_images'],
      [{ last_frame: {} }, 'last_frame'],
      [{ firstFrameImage: 'x' }, 'firstFrameImage'],
      [{ callBackUrl: 'x' }, 'callBackUrl'],
      [{ ＤＵＲＡＴＩＯＮ: 9 }, 'ＤＵＲＡＴＩＯＮ'],
      [{ Model: 'expensive' }, 'Model'],
      [{ Prompt: 'x' }, 'Prompt'],
      [{ negativePrompt: 'x' }, 'negativePrompt'],
      [{ Seed: 1 }, 'Seed'],
      [{ DURATIONSECONDS: 60 }, 'DURATIONSECONDS'],
      [{ durationseconds: 60 }, 'durationseconds'],
      [{ 'd\u200Buration': 60 }, 'd\u200Buration'],
      [{ NUMFRAMES: 960 }, 'NUMFRAMES'],
      [{ samplecount: 4 }, 'samplecount'],
      [{ a: [{ LASTFRAME: {} }] }, 'a.0.LASTFRAME'],
      [{ referenceimages: [] }, 'referenceimages'],
      [{ WEBHOOKURL: 'x' }, 'WEBHOOKURL'],
      [{ apikey: 'x' }, 'apikey'],
      [{ asset_id: 'x' }, 'asset_id'],
      [{ gcsUri: 'x' }, 'gcsUri'],
      [{ style: 'http://169.254.169.254/' }, 'style'],
      [{ style: ['a', ' //evil.example/x'] }, 'style.1'],
      [{ style: { from: 'gs://bucket/x' } }, 'style.from'],
      [{ style: 'data:image/png;base64,AA==' }, 'style'],
      [{ style: 'A'.repeat(5_000) }, 'style'],
      [JSON.parse('{"__proto__":{"duration":15}}') as Readonly<Record<string, unknown>>, '__proto__'],
      [{ constructor: { x: 1 } }, 'constructor'],
    ]
    for (const [extras, path] of hostile) {
      expect(refused({ extras }), JSON.stringify(extras).slice(0, 60)).to.equal(`unsupported_parameter ${path}`)
    }
  })
})

describe('the id of a video', () => {
  const uuid = '0198c0de-0000-7000-8000-00000000000a'

  it('is read in both forms and in no other', () => {
    for (const text of [uuid, uuid.toUpperCase(), `video_${uuid}`]) expect(parseVideoId(text)).to.equal(uuid)
    for (const text of ['', 'video_', `video_video_${uuid}`, `${uuid}0`, `${uuid}\n`, 'VIDEO']) {
      expect(parseVideoId(text), text).to.equal(null)
    }
    expect(videoIdOf(uuid)).to.equal(`video_${uuid}`)
  })
})
