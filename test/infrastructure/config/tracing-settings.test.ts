import { resolve } from 'node:path'
import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describeProblem } from '../../../src/infrastructure/config/config-problem.ts'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import type { Config } from '../../../src/infrastructure/config/config.ts'
import type { Environment } from '../../../src/infrastructure/config/environment-variable.ts'

const packageDir = resolve(import.meta.dirname, '../../..')

const tracing = (env: Environment): Config['tracing'] => {
  const config = loadConfig(env, packageDir)
  if (isLeft(config)) throw new Error(config.left.map(describeProblem).join('\n'))
  return config.right.tracing
}

const problemsOf = (env: Environment): readonly string[] => {
  const config = loadConfig(env, packageDir)
  return isLeft(config) ? config.left.map(describeProblem) : []
}

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }

describe('the settings of traces', () => {
  it('are none without an address, or where the specification’s switch is off', () => {
    expect(tracing({})).to.equal(null)
    expect(tracing({ OTEL_TRACES_SAMPLER: 'always_on' })).to.equal(null)
    expect(tracing({ ...COLLECTOR, OTEL_SDK_DISABLED: 'true' })).to.equal(null)
  })

  it('need an address alone', () => {
    expect(tracing(COLLECTOR)).to.deep.equal({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      timeoutMs: 10_000,
      sampler: 'parentbased_traceidratio',
      ratio: 0.1,
      resource: { 'service.name': 'model-gateway' },
      showsContent: false,
    })
  })

  it('prefer the variables of traces alone, and take the whole address as it is', () => {
    const env = {
      ...COLLECTOR,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://otlp.example.com/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=one%20two,x-key=a%3Db',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=c',
      OTEL_SERVICE_NAME: 'edge',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other, deployment.environment.name=eu',
    }
    expect(tracing(env)).to.deep.include({
      url: 'https://otlp.example.com/in',
      headers: { 'x-tenant': 'one two', 'x-key': 'c' },
      resource: { 'service.name': 'edge', 'deployment.environment.name': 'eu' },
    })
  })

  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '1e-3'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=1,b'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-tenant=one%0d%0atwo'],
    ['TRACE_CONTENT', 'some'],
  ] as const) {
    it(`refuse ${name}=${JSON.stringify(value)}`, () => {
      expect(problemsOf({ ...COLLECTOR, [name]: value }).map((problem) => problem.split(':')[0])).to.deep.equal([name])
    })
  }

  it('show no header in a problem', () => {
    expect(problemsOf({ OTEL_EXPORTER_OTLP_HEADERS: 'secret-of-the-collector' }).join()).not.to.include('secret-of')
  })
})
