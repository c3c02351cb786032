import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { eventually } from '../eventually.ts'
import { listenOnLoopback } from './loopback.ts'

type Value = string | number | boolean | readonly unknown[] | null

/** A span as the protobuf message says it; times in nanoseconds since 1970. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first span of a trace. */
  readonly parentId: string
  readonly traceState: string
  readonly name: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly startNs: bigint
  readonly endNs: bigint
  readonly attributes: Readonly<Record<string, Value>>
  /** 0 unset, 1 well, 2 failed. */
  readonly status: number
  readonly statusMessage: string
  /** Attributes of the service that sent it. */
  readonly resource: Readonly<Record<string, Value>>
}

/** The fields of one message by their numbers: varints and fixed numbers as bigint, all else as bytes. */
type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>

/** Reads the wire form of protobuf, by its specification alone. */
const fieldsOf = (message: Buffer): Fields => {
  const fields = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at)
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const taken = (bytes: number): Buffer => {
    at += bytes
    return message.subarray(at - bytes, at)
  }
  const valueOf = (type: number): bigint | Buffer => {
    if (type === 0) return varint()
    if (type === 1) return taken(8).readBigUInt64LE()
    if (type === 2) return taken(Number(varint()))
    if (type === 5) return BigInt(taken(4).readUInt32LE())
    throw new Error(`no wire type ${type}`)
  }
  while (at < message.length) {
    const tag = Number(varint())
    const number = tag >> 3
    fields.set(number, [...(fields.get(number) ?? []), valueOf(tag & 7)])
  }
  return fields
}

const messages = (fields: Fields, number: number): readonly Fields[] =>
  (fields.get(number) ?? []).map((value) => fieldsOf(value as Buffer))
const bytes = (fields: Fields, number: number): Buffer => (fields.get(number)?.at(-1) as Buffer | undefined) ?? EMPTY
const text = (fields: Fields, number: number): string => bytes(fields, number).toString('utf8')
const whole = (fields: Fields, number: number): bigint => (fields.get(number)?.at(-1) as bigint | undefined) ?? 0n

const EMPTY = Buffer.alloc(0)

/** `AnyValue` of opentelemetry/proto/common/v1/common.proto. */
const anyValue = (value: Fields): Value => {
  if (value.has(1)) return text(value, 1)
  if (value.has(2)) return whole(value, 2) === 1n
  if (value.has(3)) return Number(BigInt.asIntN(64, whole(value, 3)))
  if (value.has(4)) {
    const double = Buffer.alloc(8)
    double.writeBigUInt64LE(whole(value, 4))
    return double.readDoubleLE()
  }
  const [list] = messages(value, 5)
  return list === undefined ? null : messages(list, 1).map(anyValue)
}

const attributesOf = (fields: Fields, number: number): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    messages(fields, number).map((pair) => {
      const [value = new Map()] = messages(pair, 2)
      return [text(pair, 1), anyValue(value)]
    }),
  )

/** The spans of an `ExportTraceServiceRequest`, by the field numbers of opentelemetry/proto/trace/v1/trace.proto. */
const spansOf = (body: Buffer): readonly ReceivedSpan[] =>
  messages(fieldsOf(body), 1).flatMap((ofResource) => {
    const [resource = new Map()] = messages(ofResource, 1)
    return messages(ofResource, 2)
      .flatMap((ofScope) => messages(ofScope, 2))
      .map((span) => {
        const [status = new Map()] = messages(span, 15)
        return {
          traceId: bytes(span, 1).toString('hex'),
          spanId: bytes(span, 2).toString('hex'),
          traceState: text(span, 3),
          parentId: bytes(span, 4).toString('hex'),
          name: text(span, 5),
          kind: Number(whole(span, 6)),
          startNs: whole(span, 7),
          endNs: whole(span, 8),
          attributes: attributesOf(span, 9),
          status: Number(whole(status, 3)),
          statusMessage: text(status, 2),
          resource: attributesOf(resource, 1),
        }
      })
  })

export interface OtlpReceiver {
  /** The address of the collector, without `/v1/traces`. */
  readonly url: string
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  spans(): readonly ReceivedSpan[]
  /** All spans of one trace in the order of their beginning, once there are so many. */
  trace(traceId: string, spans: number): Promise<readonly ReceivedSpan[]>
  /** From now on a request is answered so. */
  answersWith(answer: (response: ServerResponse) => void): void
  close(): Promise<void>
}

const accepts = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()

const byStart = (one: ReceivedSpan, other: ReceivedSpan): number => Number(one.startNs - other.startNs)

/** A collector of traces that speaks OTLP over HTTP with protobuf. */
export const startOtlpReceiver = async (): Promise<OtlpReceiver> => {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  let answer = accepts
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const packets: Buffer[] = []
    for await (const packet of request) packets.push(packet as Buffer)
    requests.push({ path: request.url ?? '', headers: request.headers })
    spans.push(...spansOf(Buffer.concat(packets)))
    answer(response)
  }
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  const { origin, close } = await listenOnLoopback(server)
  const ofTrace = (traceId: string): readonly ReceivedSpan[] => spans.filter((span) => span.traceId === traceId)
  return {
    url: origin,
    requests,
    spans: () => spans,
    trace: async (traceId, count) => {
      await eventually(() => ofTrace(traceId).length >= count)
      return ofTrace(traceId).toSorted(byStart)
    },
    answersWith: (next) => {
      answer = next
    },
    close,
  }
}
