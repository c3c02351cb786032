import { expect } from 'chai'
import { openAiSchema } from '../documents/openai-schemas.ts'

export type ResponseEvent = Readonly<Record<string, unknown>> & { readonly type: string }

/** The response object of an event that has one, or of an answer. */
export type ShownResponse = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly status: string
  readonly output: readonly (Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string })[]
  readonly usage: Readonly<Record<string, unknown>>
}

const eventSchema = openAiSchema('ResponseStreamEvent')
const responseSchema = openAiSchema('Response')

/** Checks an answer against the published schema, where it is at hand. */
export const checkResponse = (response: unknown): ShownResponse => {
  responseSchema?.(response)
  return response as ShownResponse
}

/** The events of a stream, each with its name, and none with a break; comments are left out. */
export const eventsOf = (stream: string): readonly ResponseEvent[] => {
  expect(stream.endsWith('\n\n'), 'the stream ends between two events').to.equal(true)
  return stream
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => {
      const match = /^event: ([\w.]+)\ndata: ([^\n]*)$/.exec(block)
      if (match === null) throw new Error(`no event with a name: ${block}`)
      const event = JSON.parse(match[2] ?? '') as ResponseEvent
      expect(event.type, 'the line event').to.equal(match[1])
      return event
    })
}

/** What holds for every stream: each event fits the published schema, their numbers have no gap, and one ends it. */
export const checkStream = (stream: string): readonly ResponseEvent[] => {
  const events = eventsOf(stream)
  for (const event of events) eventSchema?.(event)
  expect(events.map((event) => event['sequence_number'])).to.deep.equal(events.map((_, index) => index))
  const ends = events.filter(({ type }) => /^response\.(completed|incomplete|failed)$/.test(type))
  expect(ends, 'the events that end the stream').to.deep.equal(events.slice(-1))
  return events
}

/** The response that a stream ended with. */
export const finalResponse = (events: readonly ResponseEvent[]): ShownResponse =>
  events.at(-1)?.['response'] as ShownResponse

/** The types of events, each run of the same one once. */
export const shapeOf = (events: readonly ResponseEvent[]): readonly string[] =>
  events.map(({ type }) => type.replace(/^response\./, '')).filter((type, index, types) => type !== types[index - 1])
