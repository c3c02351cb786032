import { expect } from 'chai'
import { googleImages } from '../../../../../src/adapters/providers/google/images/image-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ImageCall, ImageProvider } from '../../../../../src/application/ports/providers/image-provider.ts'
import type { InputImage } from '../../../../../src/domain/images/request.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { eventually } from '../../../../support/eventually.ts'
import {
  BAD_KEY,
  blockedPrompt,
  content,
  googleError,
  RATE_LIMITED,
} from '../../../../support/upstreams/google-answers.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { TINY_GIF, TINY_PNG } from '../../../../support/media/tiny-images.ts'
import {
  answersJson,
  answersText,
  hangs,
  resets,
  streamsThenBreaks,
} from '../../../../support/upstreams/upstream-scripts.ts'

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const shown = (bytes: Uint8Array) => ({ inlineData: { mimeType: 'image/jpeg', data: base64(bytes) } })

const IMAGE_USAGE = {
  promptTokenCount: 30,
  candidatesTokenCount: 1290,
  thoughtsTokenCount: 10,
  totalTokenCount: 1330,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 8 },
    { modality: 'IMAGE', tokenCount: 22 },
  ],
  candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
}

const sendsImage = (bytes: Uint8Array, usageMetadata: object | null = IMAGE_USAGE): Script =>
  answersJson(content([{ text: 'a draft', thought: true }, shown(bytes)], 'STOP', { usageMetadata }))

const png: InputImage = { bytes: TINY_PNG, mimeType: 'image/png' }

describe('googleImages', () => {
  let upstream: ScriptedUpstream
  let provider: ImageProvider
  const http = upstreamHttp()

  const open = (timeouts: Parameters<typeof googleImages>[0]['timeouts'] = {}): ImageProvider =>
    googleImages({
      baseUrl: upstream.baseUrl,
      apiKey: 'g-key',
      http,
      timeouts,
    })

  before(async () => {
    upstream = await startScriptedUpstream()
    provider = open()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const imageCall = (
    request: Partial<ImageCall['request']> = {},
    parameters: ImageCall['deployment']['parameters'] = {},
  ): ImageCall => ({
    operationId: OPERATION_ID,
    deployment: { provider: 'google', upstreamModel: 'gemini-image', parameters },
    request: {
      model: 'google/image',
      prompt: 'a cat',
      n: 1,
      size: null,
      quality: null,
      responseFormat: 'b64_json',
      images: [],
      mask: null,
      referenceImages: [],
      extras: {},
      ...request,
    },
  })

  const generate = (scripts: readonly Script[], request: Partial<ImageCall['request']> = {}, parameters = {}) => {
    upstream.next(...scripts)
    return provider.generate(imageCall(request, parameters))
  }

  it('asks for one image and gives its bytes and what it took', async () => {
    const outcome = await generate([sendsImage(TINY_PNG)], { quality: 'high', extras: { style: 'vivid' } })
    expect(upstream.requests.at(-1)).to.deep.include({
      path: '/v1/models/gemini-image:generateContent',
      body: {
        contents: [{ role: 'user', parts: [{ text: 'a cat' }] }],
        generationConfig: { responseModalities: ['IMAGE'] },
      },
    })
    expect(outcome).to.deep.include({
      right: {
        images: [{ bytes: TINY_PNG, revisedPrompt: null }],
        usage: {
          inputTextTokens: 8,
          inputImageTokens: 22,
          outputTokens: 1300,
          textOutputTokens: 10,
          totalTokens: 1330,
        },
        upstreamRequestId: 'resp-1',
      },
    })
  })

  it('sends the images to edit, then those to look at, then the words', async () => {
    await generate([sendsImage(TINY_PNG)], { images: [png], referenceImages: [{ ...png, mimeType: 'image/webp' }] })
    const data = base64(TINY_PNG)
    expect(upstream.requests.at(-1)?.body).to.have.deep.nested.property('contents[0].parts', [
      { inlineData: { mimeType: 'image/png', data } },
      { inlineData: { mimeType: 'image/webp', data } },
      { text: 'a cat' },
    ])
  })

  const sizes: readonly [string, object, object | undefined][] = [
    ['auto', {}, undefined],
    ['1024x1024', {}, { aspectRatio: '1:1', imageSize: '1K' }],
    ['1536x1024', {}, { aspectRatio: '3:2', imageSize: '2K' }],
    ['1024x1792', {}, { aspectRatio: '9:16', imageSize: '2K' }],
    ['512x512', {}, { aspectRatio: '1:1', imageSize: '512' }],
    ['512x512', { image_sizes: ['1K', '2K'] }, { aspectRatio: '1:1', imageSize: '1K' }],
    ['4096x4096', { image_sizes: ['1K', '2K'] }, { aspectRatio: '1:1', imageSize: '2K' }],
    ['3840x480', { aspect_ratios: ['1:1', '8:1'] }, { aspectRatio: '8:1', imageSize: '4K' }],
    ['1024x1024', { image_sizes: [] }, { aspectRatio: '1:1' }],
  ]
  for (const [size, parameters, expected] of sizes) {
    it(`${size} with ${JSON.stringify(parameters)}`, async () => {
      await generate([sendsImage(TINY_PNG)], { size }, parameters)
      const config = upstream.requests.at(-1)?.body['generationConfig']
      expect(config).to.deep.equal({
        responseModalities: ['IMAGE'],
        ...(expected === undefined ? {} : { imageConfig: expected }),
      })
    })
  }

  it('generates several images by several calls and adds up their usage', async () => {
    const outcome = await generate([sendsImage(TINY_PNG), sendsImage(TINY_GIF), sendsImage(TINY_PNG)], { n: 3 })
    expect(outcome).to.have.deep.nested.property('right.usage', {
      inputTextTokens: 24,
      inputImageTokens: 66,
      outputTokens: 3900,
      textOutputTokens: 30,
      totalTokens: 3990,
    })
    expect(outcome).to.have.nested.property('right.images').with.length(3)
  })

  const splits: readonly (readonly [string, object, number])[] = [
    ['thoughts', {}, 10],
    ['words beside the image', { candidatesTokenCount: 1300, totalTokenCount: 1340 }, 20],
    ['thoughts alone, where the answer is not divided', { candidatesTokensDetails: undefined }, 10],
    [
      'what of the sum is no image, where the sum alone is known',
      { candidatesTokenCount: undefined, thoughtsTokenCount: undefined },
      10,
    ],
    ['nothing, where no part is named', { candidatesTokensDetails: [], thoughtsTokenCount: undefined }, 0],
    ['nothing below the image', { candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 9000 }] }, 0],
  ]
  for (const [title, more, expected] of splits) {
    it(`takes for text ${title}: ${expected}`, async () => {
      const outcome = await generate([sendsImage(TINY_PNG, { ...IMAGE_USAGE, ...more })])
      expect(outcome).to.have.nested.property('right.usage.textOutputTokens', expected)
    })
  }

  it('reports no usage where one of the calls reported none', async () => {
    const outcome = await generate([sendsImage(TINY_PNG), sendsImage(TINY_PNG, null)], { n: 2 })
    expect(outcome).to.have.nested.property('right.usage', null)
  })

  const failures: readonly [string, Script, string][] = [
    ['a blocked prompt', answersJson(blockedPrompt()), 'refused_content'],
    ['a refusal', answersJson(content([], 'IMAGE_SAFETY')), 'refused_content'],
    ['words in place of an image', answersJson(content([{ text: 'I cannot show this.' }])), 'refused_content'],
    ['a refusal that shows something', answersJson(content([shown(TINY_PNG)], 'SAFETY')), 'refused_content'],
    ['no image and no word', answersJson(content([])), 'bad_answer'],
    ['no image for no reason', answersJson(content([], 'NO_IMAGE')), 'bad_answer'],
    ['an image that is none', answersJson(content([shown(new Uint8Array([1, 2, 3]))])), 'bad_answer'],
    ['an image that was only thought', answersJson(content([{ ...shown(TINY_PNG), thought: true }])), 'bad_answer'],
    ['a limit reached', answersJson(content([shown(TINY_PNG)], 'MAX_TOKENS')), 'bad_answer'],
    ['half an answer', answersText('{"candidates": ['), 'bad_answer'],
    ['an error as 200', answersJson(googleError(500, 'INTERNAL', 'x')), 'server_error'],
    ['a bad key as 400', BAD_KEY, 'misconfigured'],
    ['a rate limit', RATE_LIMITED, 'rate_limited'],
    ['a break', streamsThenBreaks(['{"candidates": [']), 'cut'],
    ['a reset', resets(), 'cut'],
  ]
  for (const [title, script, expected] of failures) {
    it(`${title}: ${expected}`, async () => {
      expect(await generate([script])).to.have.nested.property('left.tag', expected)
    })
  }

  it('silence: timed_out', async () => {
    upstream.next(hangs())
    expect(await open({ nonStreamingIdleTimeoutMs: 200 }).generate(imageCall())).to.have.nested.property(
      'left.tag',
      'timed_out',
    )
  })

  it('fails as a whole when one of several fails, and cancels the others', async () => {
    const abandoned = upstream.abandoned()
    const outcome = await generate([hangs(), answersJson(blockedPrompt()), hangs()], { n: 3 })
    expect(outcome).to.have.nested.property('left.tag', 'refused_content')
    await eventually(() => upstream.abandoned() === abandoned + 2)
  })

  it('does not claim that nothing was made once one of several was', async () => {
    const outcome = await generate([sendsImage(TINY_PNG), RATE_LIMITED], { n: 2 })
    expect(outcome).to.have.nested.property('left.tag', 'server_error')
  })

  it('can go elsewhere when all of several were turned away', async () => {
    const outcome = await generate([RATE_LIMITED, RATE_LIMITED], { n: 2 })
    expect(outcome).to.have.nested.property('left.tag', 'rate_limited')
  })

  const unsupported: readonly [string, Partial<ImageCall['request']>][] = [
    ['mask', { images: [png], mask: png }],
    ['background', { extras: { background: 'transparent' } }],
    ['size', { size: 'huge' }],
    ['size', { size: '0x100' }],
  ]
  for (const [param, request] of unsupported) {
    it(`cannot be asked for ${JSON.stringify({ ...request, images: [], mask: null })}`, async () => {
      const requests = upstream.requests.length
      const outcome = await provider.generate(imageCall(request))
      expect(outcome).to.have.property('left').that.includes({ tag: 'rejected', param, code: 'unsupported_parameter' })
      expect(upstream.requests.length).to.equal(requests)
    })
  }
})
