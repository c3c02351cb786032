import { anyText, BASE_URL, baseUrl, exactly, fraction, oneOf, onOff, pairs, wholeNumber } from './config-codecs.ts'
import { present } from './environment-variable.ts'
import type { ValuesOf, Variable } from './environment-variable.ts'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

type SamplerName = (typeof SAMPLERS)[number]

const address: Variable<string> = { codec: baseUrl, fallback: null, expected: BASE_URL }

const PAIRS = 'name=value pairs separated by commas, their values percent-encoded'

const headers: Variable<Pairs> = { codec: pairs, fallback: null, expected: PAIRS, secret: true }

type Pairs = Readonly<Record<string, string>>

/** Their names are those of OpenTelemetry's specification; it has none for the last one, which is ours. */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    codec: exactly(['http/protobuf']),
    fallback: 'http/protobuf',
    expected: 'http/protobuf, since no other protocol is spoken',
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    codec: wholeNumber(1, 60_000),
    fallback: '10000',
    expected: 'whole milliseconds from 1 to 60000',
  },
  OTEL_TRACES_SAMPLER: {
    codec: oneOf(SAMPLERS),
    fallback: 'parentbased_traceidratio',
    expected: `one of ${SAMPLERS.join(', ')}`,
  },
  OTEL_TRACES_SAMPLER_ARG: { codec: fraction, fallback: '0.1', expected: 'a decimal from 0 to 1' },
  OTEL_SERVICE_NAME: { codec: anyText, fallback: 'model-gateway', expected: 'a name' },
  OTEL_RESOURCE_ATTRIBUTES: { codec: pairs, fallback: null, expected: PAIRS },
  OTEL_SDK_DISABLED: { codec: onOff, fallback: 'false', expected: 'true or false' },
  TRACE_CONTENT: { codec: onOff, fallback: 'off', expected: 'on or off' },
} as const satisfies Readonly<Record<string, Variable<unknown>>>

/** Where traces go, and which. */
export interface TracingConfig {
  readonly url: string
  readonly headers: Pairs
  /** Of one request to that address, with all its repetitions. */
  readonly timeoutMs: number
  readonly sampler: SamplerName
  /** The share of traces that a sampler by ratio keeps, 0 to 1. */
  readonly ratio: number
  /** What the spans say of the service. */
  readonly resource: Pairs
  /** Whether spans of chat carry what was asked and answered. */
  readonly showsContent: boolean
}

/** Null if no address is set: then nothing is traced. */
export const tracingConfig = (values: ValuesOf<typeof TRACING_VARIABLES>): TracingConfig | null => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values
  const url = own ?? (base === null ? null : `${base}/v1/traces`)
  if (url === null || present(values.OTEL_SDK_DISABLED)) return null
  return {
    url,
    headers: { ...values.OTEL_EXPORTER_OTLP_HEADERS, ...values.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMs: present(values.OTEL_EXPORTER_OTLP_TIMEOUT),
    sampler: present(values.OTEL_TRACES_SAMPLER),
    ratio: present(values.OTEL_TRACES_SAMPLER_ARG),
    resource: { ...values.OTEL_RESOURCE_ATTRIBUTES, 'service.name': present(values.OTEL_SERVICE_NAME) },
    showsContent: present(values.TRACE_CONTENT),
  }
}
