import { expect } from 'chai'
import { deploymentParameterProblems } from '../../../src/domain/catalog-check/deployment-parameters.ts'
import type { Model } from '../../../src/domain/catalog/model.ts'
import type { Json } from '../../../src/domain/json.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { embeddingModel } from '../../support/media/embedding-models.ts'
import { countedImageModel, countedSpeechModel, imageModel, speechModel } from '../../support/media/media-models.ts'
import { videoModel } from '../../support/media/video-jobs.ts'

type Parameters = Readonly<Record<string, Json>>

/** The field that may not be fixed; null if all may. */
const refused = (model: Model, parameters: Parameters): string | null => {
  const deployments = [{ provider: 'first', upstreamModel: 'm', parameters }]
  const [problem = null] = deploymentParameterProblems({ ...model, deployments })
  return problem === null ? null : (/^parameters\.(\S+) cannot be fixed: \S/.exec(problem)?.[1] ?? problem)
}

const plugins = (...list: readonly Json[]): Parameters => ({ plugins: list })

const parser = (engine: string): Json => ({ id: 'file-parser', pdf: { engine } })

const { tariff } = chatModel()

const tiered = chatModel({ tariff: { ...tariff, serviceTiers: new Map([['flex', tariff]]) } })

const bounds = { maxPixels: 4_000_000, byQuality: new Map([['low', { base: 1, perMegapixel: 200 }]]) }
const bounded = countedImageModel({ limits: { ...imageModel().limits, maxOutputTokens: bounds } })

const rows = [{ quality: 'high', size: null, perImage: 9_000_000n }]
const byQuality = imageModel({ tariff: { unit: 'image', perImage: 1_000_000n, rows } })

const responseModalities = 'generationConfig.responseModalities'

const edits = (type: string): Parameters => ({ context_management: { edits: [{ type }] } })

describe('A fixed parameter of a deployment', () => {
  const table: readonly (readonly [string, Model, Parameters, string | null])[] = [
    ['a limit of the answer', chatModel(), { max_tokens: 9_000 }, 'max_tokens'],
    ['the same limit in another spelling', chatModel(), { maxOutputTokens: 9_000 }, 'maxOutputTokens'],
    [
      'a limit inside another field',
      chatModel(),
      { generationConfig: { topK: 1, maxOutputTokens: 9 } },
      'generationConfig.maxOutputTokens',
    ],
    ['nothing in place of all limits', chatModel(), { generationConfig: null }, 'generationConfig'],
    ['a conversation at the provider', chatModel(), { thread: { type: 'continue' } }, 'thread'],
    ['the sum of a conversation', chatModel(), edits('compact_20260112'), 'context_management'],
    ['an edit that leaves out what is old', chatModel(), edits('clear_tool_uses_20250919'), null],
    ['several choices', chatModel(), { n: 2 }, 'n'],
    ['tools', chatModel(), { tools: [{ type: 'web_search' }] }, 'tools'],
    ['a search', chatModel(), { enable_search: true }, 'enable_search'],
    ['a search that is off', chatModel(), { enable_search: false }, null],
    ['no limit in place of the client’s', chatModel(), { max_tokens: null }, 'max_tokens'],
    ['no tools in place of the client’s', chatModel(), { tools: null }, 'tools'],
    ['no functions in place of the client’s', chatModel(), { functions: [] }, 'functions'],
    ['no instructions in place of the client’s', chatModel(), { system: null }, 'system'],
    ['instructions of the house', chatModel(), { systemInstruction: { parts: [] } }, 'systemInstruction'],
    [
      'the same in the spelling of the switch',
      chatModel(),
      { system_instruction: { parts: [] } },
      'system_instruction',
    ],
    ['that a model has no place for instructions', chatModel(), { system_instruction: false }, null],
    ['that a model has a place for instructions', chatModel(), { system_instruction: true }, null],
    ['that switch in another spelling', chatModel(), { systemInstruction: false }, 'systemInstruction'],
    ['that switch, on, in another spelling', chatModel(), { 'system-instruction': true }, 'system-instruction'],
    ['a cached prompt', chatModel(), { cachedContent: 'cachedContents/1' }, 'cachedContent'],
    ['a mode of reasoning', chatModel(), { reasoning: { mode: 'pro' } }, 'reasoning'],
    ['an effort of reasoning', chatModel(), { reasoning: { effort: 'low', mode: 'standard' } }, null],
    ['several agents', chatModel(), { multi_agent: { enabled: true } }, 'multi_agent'],
    ['a spoken answer', chatModel(), { modalities: ['text', 'audio'] }, 'modalities'],
    ['an answer in text', chatModel(), { modalities: ['text'], audio: null }, null],
    ['an answer in images', chatModel(), { generationConfig: { responseModalities: ['IMAGE'] } }, responseModalities],
    ['the voice of an answer', chatModel(), { audio: { voice: 'alloy' } }, 'audio'],
    ['a plugin that searches', chatModel(), plugins({ id: 'web' }), 'plugins'],
    ['a plugin that is off', chatModel(), plugins({ id: 'web', enabled: false }), null],
    ['a plugin that mends JSON', chatModel(), plugins({ id: 'response-healing' }), null],
    ['two plugins, of which one costs', chatModel(), plugins({ id: 'response-healing' }, { id: 'fusion' }), 'plugins'],
    ['a reader of files of the router’s choice', chatModel(), plugins({ id: 'file-parser' }), 'plugins'],
    ['a reader of files by the page', chatModel(), plugins(parser('mistral-ocr')), 'plugins'],
    ['a reader of files that is free', chatModel(), plugins(parser('cloudflare-ai')), null],
    ['the same by its older name', chatModel(), plugins(parser('pdf-text')), null],
    ['files that the model reads itself', chatModel(), plugins(parser('native')), null],
    ['no plugins', chatModel(), plugins(), null],
    ['other models', chatModel(), { models: ['a/b'] }, 'models'],
    ['models to fall back to', chatModel(), { fallbacks: [{ model: 'a' }] }, 'fallbacks'],
    ['no model to fall back to', chatModel(), { fallbacks: [] }, null],
    ['the model', chatModel(), { model: 'other' }, 'model'],
    [
      'the form of an image, deeper inside',
      countedImageModel(),
      { generationConfig: { responseFormat: { image: { mimeType: 'image/png' } } } },
      null,
    ],
    ['a tier where clients choose', tiered, { service_tier: 'flex' }, 'service_tier'],
    ['a tier where there is one price', chatModel(), { service_tier: 'flex' }, null],
    ['what changes no price', chatModel(), { temperature: 0, thinking: { type: 'disabled' }, top_k: 5 }, null],
    ['how a model differs', chatModel(), { efforts: ['low'], sampling: false, thinking_budget: { max: 9 } }, null],
    ['the provider of a router', chatModel(), { provider: { only: ['a'], sort: 'price' } }, null],
    ['several images', imageModel(), { n: 2 }, 'n'],
    ['a quality with a figure of its own', bounded, { quality: 'high' }, 'quality'],
    ['a size with a figure of its own', bounded, { size: '512x512' }, 'size'],
    ['a fidelity without a figure', countedImageModel(), { input_fidelity: 'high' }, 'input_fidelity'],
    ['a size of images that count alike', countedImageModel(), { size: '512x512' }, null],
    ['a quality with a price of its own', byQuality, { quality: 'high' }, 'quality'],
    ['no quality in place of the client’s', bounded, { quality: null }, 'quality'],
    ['a search before an image', countedImageModel(), { tools: [{ googleSearch: {} }] }, 'tools'],
    ['instructions of images', countedImageModel(), { systemInstruction: { parts: [] } }, 'systemInstruction'],
    ['a search before images of a fixed price', imageModel(), { tools: [{ googleSearch: {} }] }, null],
    ['a size that has none', byQuality, { size: '512x512' }, null],
    ['a quality where all have one price', imageModel(), { quality: 'high', output_format: 'png' }, null],
    ['slow speech, paid in tokens', countedSpeechModel(), { speed: 0.25 }, 'speed'],
    ['slow speech, paid by characters', speechModel(), { speed: 0.25, stream_format: 'sse' }, null],
    ['instructions in place of the client’s', speechModel(), { instructions: 'read fast' }, 'instructions'],
    ['no instructions of speech, paid in tokens', countedSpeechModel(), { instructions: null }, 'instructions'],
    ['the length of a video', videoModel(), { parameters: { durationSeconds: 60 } }, 'parameters.durationSeconds'],
    ['what videos a model makes', videoModel(), { resolutions: ['480p'], api: 'long_running' }, null],
    ['what is made into a vector', embeddingModel(), { content: null }, 'content'],
    ['the form of vectors', embeddingModel(), { encoding_format: 'float', taskType: 'RETRIEVAL_QUERY' }, null],
  ]
  for (const [name, model, parameters, expected] of table) {
    it(`${expected === null ? 'may be' : 'may not be'} ${name}`, () =>
      expect(refused(model, parameters)).to.equal(expected))
  }

  it('is looked at in every deployment of the model', () => {
    const at = (parameters: Parameters) => ({ provider: 'first', upstreamModel: 'm', parameters })
    const deployments = [at({}), at({ max_tokens: 1 }), at({ n: 2 })]
    expect(deploymentParameterProblems(chatModel({ deployments }))).to.have.length(2)
  })
})
