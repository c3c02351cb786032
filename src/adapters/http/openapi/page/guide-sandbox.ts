import { jsonSample } from './code-sample.ts'
import type { Guide } from './guide.ts'
import { html, formatInlineCode } from './html.ts'
import type { Html } from './html.ts'

/** Every model of the sandbox in the shipped catalogue; a test compares the two. */
export const SANDBOX_MODELS: readonly (readonly [model: string, behaviour: string])[] = [
  [
    'sandbox/echo',
    'Answers with the last user message. With `response_format` it answers JSON that fits the schema. It calls a tool when `tool_choice` is `required` or names one, and answers with text after the result of a tool.',
  ],
  [
    'sandbox/tools',
    'The same, and calls a tool under `tool_choice: auto` too: the one that the last message names, otherwise one that runs commands (it prints a word), otherwise the first; two at once where the message says `two`, `both` or `parallel`. Then it answers with the results of the tools.',
  ],
  [
    'sandbox/reasoning',
    'The same as `sandbox/tools`, and thinks before it answers: `reasoning_content`, counted as `reasoning_tokens`, as long as `reasoning_effort` asks for. `reasoning_signature` seals it: a request that gives it back altered is refused with 400.',
  ],
  ['sandbox/reasoning-hidden', 'The same, and shows nothing of its reasoning but the signature.'],
  ['sandbox/echo-slow', 'The same as `sandbox/echo`, with about 50 ms between chunks.'],
  ['sandbox/no-usage', 'Reports no usage, so that the charge is estimated.'],
  ['sandbox/refuse', 'Refuses the content.'],
  ['sandbox/error', 'Fails with a 500 of the provider.'],
  ['sandbox/cut', 'Breaks off in the middle of a stream.'],
  ['sandbox/hang', 'Accepts and never answers.'],
  ['sandbox/image', 'Generates a chequered board from the prompt.'],
  ['sandbox/image-edit', 'Takes images too.'],
  ['sandbox/image-tokens', 'Takes images, and is priced by tokens.'],
  ['sandbox/image-refuse', 'Refuses the content.'],
  ['sandbox/speech', 'Speaks in a tone as long as the text.'],
  ['sandbox/transcribe', 'Writes down how long the recording is, in two segments; word by word with `stream`.'],
  ['sandbox/embedding', 'Turns texts into unit vectors that depend on the text alone: similar texts get similar ones.'],
  ['sandbox/video', 'Makes a video of one colour: the first poll finds it running, the second finished.'],
  ['sandbox/video-fail', 'Fails at the second poll.'],
  ['sandbox/video-refuse', 'Refuses the content at the second poll.'],
]

const rows: readonly Html[] = SANDBOX_MODELS.map(
  ([model, behaviour]) =>
    html`<tr>
      <td><code>${model}</code></td>
      <td>${formatInlineCode(behaviour)}</td>
    </tr>`,
)

const STRUCTURED = {
  model: 'sandbox/echo',
  messages: [{ role: 'user', content: 'The weather in Oslo' }],
  response_format: {
    type: 'json_schema',
    json_schema: {
      name: 'weather',
      strict: true,
      schema: {
        type: 'object',
        properties: { city: { type: 'string' }, degrees: { type: 'integer' } },
        required: ['city', 'degrees'],
        additionalProperties: false,
      },
    },
  },
}

export const sandbox: Guide = {
  id: 'sandbox',
  title: 'Sandbox models',
  body: html`<div class="text">
      <p>
        These models answer inside the gateway, in no time and always alike, and are charged like any other. Build and
        test against them: some misbehave on purpose. An operator may have switched them off in production.
      </p>
      <table>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    <div class="samples">
      <p class="caption">Structured output</p>
      ${jsonSample(STRUCTURED)}
    </div>`,
}
