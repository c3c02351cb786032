import { expect } from 'chai'
import { supportedParameters } from '../../../../src/application/gateway/models/supported-parameters.ts'
import { chatModel } from '../../../support/chat/chat-models.ts'
import { imageModel, speechModel } from '../../../support/media/media-models.ts'
import { videoModel } from '../../../support/media/video-jobs.ts'

/** A provider that is not given these fields, where a request has them. */
const without = (...names: readonly string[]) => ({
  ignoredFields: ({ request }: { readonly request: object }): readonly string[] =>
    names.filter((name) => Object.entries(request).some(([field, value]) => field === name && value !== null)),
})

const at = (...providers: readonly string[]) =>
  providers.map((provider) => ({ provider, upstreamModel: 'm', parameters: {} }))

const supported = supportedParameters({
  chatProviders: new Map([
    ['first', without()],
    ['second', without('seed', 'parallel_tool_calls')],
    ['third', without('logprobs')],
  ]),
  imageProviders: new Map([
    ['first', without()],
    ['second', without('quality')],
  ]),
})

describe('The parameters of a model', () => {
  it('are all that the provider is given', () => {
    expect(supported(chatModel())).to.include.members(['temperature', 'seed', 'tools', 'n', 'reasoning_effort'])
  })

  it('name the limit of an answer by both of its names, since a client looks for one of them', () => {
    expect(supported(chatModel())).to.include.members(['max_completion_tokens', 'max_tokens'])
  })

  it('leave out what any provider of the model is not given', () => {
    const parameters = supported(chatModel({ deployments: at('first', 'second', 'third') }))
    expect(parameters).to.include('temperature')
    expect(parameters).not.to.include.any.members(['seed', 'parallel_tool_calls', 'logprobs'])
  })

  it('leave out what the catalogue refuses, and what needs an ability that the model lacks', () => {
    const model = chatModel({ capabilities: new Set(), unsupportedParameters: new Set(['stop']) })
    const parameters = supported({ ...model, limits: { ...model.limits, maxChoices: 1 } })
    expect(parameters).to.include('temperature')
    expect(parameters).not.to.include.any.members(['stop', 'tools', 'tool_choice', 'n'])
  })

  it('have the wish to see reasoning only where it acts, whichever way it is stated', () => {
    const providers = ['neither', 'never', 'always', 'both'] as const
    const unread = { neither: [], never: [true], always: [false], both: [true, false] }
    const named = supportedParameters({
      chatProviders: new Map(
        providers.map((name) => [
          name,
          {
            ignoredFields: ({ request }) =>
              unread[name].some((wish) => wish === request['include_reasoning']) ? ['include_reasoning'] : [],
          },
        ]),
      ),
      imageProviders: new Map(),
    })
    const acting = providers.filter((name) => named(chatModel({ deployments: at(name) })).includes('include_reasoning'))
    expect(acting).to.deep.equal(['neither'])
  })

  it('of images have no quality where a provider knows none, and no images where the model reads none', () => {
    expect(supported(imageModel({ deployments: at('first') }))).to.include.members(['size', 'quality'])
    const parameters = supported(imageModel({ deployments: at('first', 'second'), capabilities: new Set() }))
    expect(parameters).not.to.include.any.members(['quality', 'image', 'mask'])
  })

  it('of speech and videos are those that the catalogue allows', () => {
    const speech = speechModel({ unsupportedParameters: new Set(['speed']) })
    expect(supported(speech)).to.deep.equal(['voice', 'instructions', 'response_format'])
    const parameters = supported(videoModel({ capabilities: new Set(['image_input']) }))
    expect(parameters).to.include.members(['seconds', 'input_reference']).and.not.to.include('generate_audio')
  })
})
