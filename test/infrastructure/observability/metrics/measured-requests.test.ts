import { expect } from 'chai'
import type { Endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import type { AccessRecord } from '../../../../src/adapters/http/request/access-record.ts'
import { openAiSurface } from '../../../../src/adapters/http/openai/surface.ts'
import { callNotebook } from '../../../../src/infrastructure/observability/metrics/call-notes.ts'
import { measuredRequests } from '../../../../src/infrastructure/observability/metrics/measured-requests.ts'
import { openMetrics } from '../../../../src/infrastructure/observability/metrics/open-metrics.ts'
import { figuresOf } from '../../../support/samples.ts'

const RECORD: AccessRecord = {
  requestId: 'r',
  operation: 'createChatCompletion',
  path: '/v1/chat/completions',
  method: 'POST',
  status: 200,
  failure: null,
  durationMs: 150,
  clientLeft: false,
  userId: 'u',
  clientAddress: '127.0.0.1',
  operationId: 'op',
  model: 'vendor/model',
  promptTokens: null,
  completionTokens: null,
  costRub: null,
  costTokens: null,
}

const measured = () => {
  const metrics = openMetrics()
  const notebook = callNotebook()
  const endpoints = [{ id: 'createChatCompletion', surface: openAiSurface } as unknown as Endpoint]
  const record = measuredRequests({
    figures: metrics.metrics,
    notebook,
    endpoints,
    isModel: (id) => id === 'vendor/model',
  })
  const call = (over: Partial<AccessRecord>, isCut = false): void => {
    Object.assign(notebook.of('op'), { waitedMs: 140, provider: 'p', model: 'vendor/model', isCut })
    record({ ...RECORD, ...over })
  }
  return { record, call, figures: (name: string) => figuresOf(metrics.expose(), name) }
}

describe('measured requests', () => {
  it('end as their clients saw them', () => {
    const { call, figures } = measured()
    call({})
    call({}, true)
    call({ clientLeft: true }, true)
    call({ status: 402, failure: 'insufficient_balance' })
    call({ status: 502, failure: 'upstream_error' }, true)
    const name = 'openai p vendor/model'
    const outcomes = ['answered', 'cut', 'client_left', 'refused', 'failed']
    const expected = Object.fromEntries(outcomes.map((outcome) => [`${name} ${outcome}`, 1]))
    expect(figures('gateway_calls_total')).to.deep.equal(expected)
    expect(figures('gateway_refusals_total')).to.deep.equal({
      'openai insufficient_balance': 1,
      'openai upstream_error': 1,
    })
  })

  it('count as overhead what they did not wait for a provider', () => {
    const { call, figures } = measured()
    call({})
    expect(figures('gateway_overhead_seconds_sum')).to.deep.equal({ 'openai false': 0.01 })
  })

  it('name no model that the catalogue has not', () => {
    const { record, figures } = measured()
    record({ ...RECORD, model: 'a text of the client', status: 404, failure: 'model_not_found' })
    record({ ...RECORD, model: null })
    expect(figures('gateway_calls_total')).to.deep.equal({
      'openai none other refused': 1,
      'openai none none answered': 1,
    })
  })

  it('count without a paid call where there was none, and without a surface where no endpoint took them', () => {
    const { record, figures } = measured()
    record({ ...RECORD, operation: 'none', operationId: null, status: 404, failure: 'not_found' })
    expect(figures('gateway_requests_total')).to.deep.equal({ 'none none 4xx': 1 })
    expect(figures('gateway_calls_total')).to.deep.equal({})
  })
})
