import type { Guide } from './guide.ts'
import { html, codeBlock } from './html.ts'

const STREAM = [
  'data: {"id":"chatcmpl-0197…","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}',
  '',
  'data: {"id":"chatcmpl-0197…","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hello,"},"finish_reason":null}]}',
  '',
  ': ping',
  '',
  'data: {"id":"chatcmpl-0197…","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
  '',
  'data: {"id":"chatcmpl-0197…","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":2,"completion_tokens":2,"total_tokens":4}}',
  '',
  'data: [DONE]',
].join('\n')

const BROKEN = 'data: {"error":{"message":"…","type":"upstream_error","param":null,"code":"upstream_error"}}'

export const streaming: Guide = {
  id: 'streaming',
  title: 'Streaming',
  body: html`<div class="text">
      <p>
        With <code>"stream": true</code> a chat completion arrives as server-sent events: the role first, then the text
        in pieces, then a chunk with a <code>finish_reason</code>, then <code>data: [DONE]</code>.
      </p>
      <ul>
        <li>
          <code>"stream_options": {"include_usage": true}</code> adds one chunk with <code>usage</code> and no choices
          before the end.
        </li>
        <li>After 15 seconds of silence a comment line (<code>: ping</code>) keeps the connection open.</li>
        <li>
          A stream that fails in the middle sends one frame with <code>error</code> and ends without
          <code>[DONE]</code>. It is not charged. A stream without <code>[DONE]</code> is never a success.
        </li>
        <li>A client that leaves before the end pays for the prompt and for what had been delivered.</li>
      </ul>
    </div>
    <div class="samples">
      <p class="caption">A stream</p>
      ${codeBlock(STREAM)}
      <p class="caption">The last frame of a stream that failed</p>
      ${codeBlock(BROKEN)}
    </div>`,
}
