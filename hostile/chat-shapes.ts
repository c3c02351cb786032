import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { Shape } from './body-shapes.ts'
import { THINKING_MODEL } from './provider/catalog.ts'

interface Chat {
  readonly model?: string
  /** JSON of further fields. */
  readonly fields?: string
  /** JSON of the messages before the last one of the user. */
  readonly messages?: string
}

const chat = (name: string, make: (bytes: number) => Chat): Shape => ({
  name: `a chat that fits: ${name}`,
  make: (bytes) => {
    const { model = 'sandbox/echo', fields = '', messages = '' } = make(bytes)
    const last = '{"role":"user","content":"hello"}'
    return Buffer.from(`{"model":"${model}","max_tokens":5${fields},"messages":[${messages}${last}]}`)
  },
})

/** Different each time, because names and ids must be. */
const counted = (bytes: number, unit: (index: number) => string): string => {
  const units: string[] = []
  for (let [length, index] = [0, 0]; length < bytes; index += 1) {
    const text = unit(index)
    units.push(text)
    length += text.length + 1
  }
  return units.join(',')
}

/** So long that no list of these has more than it may have. */
const WORDS = 'word '.repeat(1_200)

/** With what stands around it, as deep as a body may be. */
const DEEP = 50
const deepSchema = `${'{"anyOf":['.repeat(DEEP / 2)}{"description":"${WORDS}"}${']}'.repeat(DEEP / 2)}`

const tool = (index: number, schema: string): string =>
  `{"type":"function","function":{"name":"tool_${index}","parameters":{"type":"object","properties":{"a":${schema}}}}}`

const user = (part: string): string => `{"role":"user","content":[${part}]},`

const base64 = (bytes: number): string => 'AAAA'.repeat(bytes / 4)

/** Small in the id, and many times as large unpacked. */
const thoughts = deflateRawSync(
  JSON.stringify([
    { type: 'thinking', thinking: 'a'.repeat(100_000), signature: randomBytes(1_500).toString('base64url') },
  ]),
).toString('base64url')

const callAndResult = (id: string): string =>
  `{"role":"assistant","tool_calls":[{"id":"${id}","type":"function","function":{"name":"a","arguments":"{}"}}]},` +
  `{"role":"tool","tool_call_id":"${id}","content":"1"}`

/** Requests that fit the schema, so that all of the service's code reads them, for chat completions. */
export const CHAT_BODIES: readonly Shape[] = [
  chat('many tools', (n) => ({
    fields: `,"tools":[${counted(n, (index) => tool(index, `{"description":"${WORDS}"}`))}]`,
  })),
  chat('many deep tools', (n) => ({ fields: `,"tools":[${counted(n, (index) => tool(index, deepSchema))}]` })),
  chat('a schema of many deep ones', (n) => {
    const schema = `{"type":"object","properties":{${counted(n, (index) => `"f${index}":${deepSchema}`)}}}`
    return { fields: `,"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":${schema}}}` }
  }),
  chat('many packed ids of calls', (n) => ({
    model: THINKING_MODEL,
    messages: `${user('{"type":"text","text":"a"}')}${counted(n, (index) => callAndResult(`toolu_${index}.t1.${thoughts}`))},`,
  })),
  chat('many parts', (n) => ({ messages: user(counted(n, () => `{"type":"text","text":"${WORDS}"}`)) })),
  chat('a file in a text', (n) => ({
    messages: user(`{"type":"text","text":"data:image/png;base64,${base64(n)}"}`),
  })),
  chat('an image that is none', (n) => ({
    messages: user(`{"type":"image_url","image_url":{"url":"data:image/png;base64,${base64(n)}"}}`),
  })),
  chat('base64 with blanks', (n) => ({
    messages: user(`{"type":"image_url","image_url":{"url":"data:image/png;base64,${'AAA '.repeat(n / 4)}"}}`),
  })),
  chat('a file in the result of a call', (n) => ({
    messages: `${callAndResult('a').replace('"1"', `"data:application/pdf;base64,${base64(n)}"`)},`,
  })),
  chat('a file in the arguments of a call', (n) => ({
    messages: `${callAndResult('a').replace('"{}"', `"{\\"a\\":\\"${base64(n)}\\"}"`)},`,
  })),
]
