import { shellSample } from './code-sample.ts'
import type { Guide } from './guide.ts'
import { html, codeBlock } from './html.ts'

const curlOf = (baseUrl: string): string =>
  [
    'export GATEWAY_KEY=sk-aiagg-…',
    `curl ${baseUrl}/v1/chat/completions \\`,
    '  -H "Authorization: Bearer $GATEWAY_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    "  -d '{",
    '    "model": "sandbox/echo",',
    '    "messages": [{"role": "user", "content": "Hello"}]',
    "  }'",
  ].join('\n')

const nodeOf = (baseUrl: string): string =>
  [
    "import OpenAI from 'openai'",
    '',
    'const client = new OpenAI({',
    '  apiKey: process.env.GATEWAY_KEY,',
    `  baseURL: '${baseUrl}/v1',`,
    '})',
    'const answer = await client.chat.completions.create({',
    "  model: 'sandbox/echo',",
    "  messages: [{ role: 'user', content: 'Hello' }],",
    '})',
    'console.log(answer.choices[0].message.content)',
  ].join('\n')

const pythonOf = (baseUrl: string): string =>
  [
    'import os',
    'from openai import OpenAI',
    '',
    'client = OpenAI(',
    '    api_key=os.environ["GATEWAY_KEY"],',
    `    base_url="${baseUrl}/v1",`,
    ')',
    'answer = client.chat.completions.create(',
    '    model="sandbox/echo",',
    '    messages=[{"role": "user", "content": "Hello"}],',
    ')',
    'print(answer.choices[0].message.content)',
  ].join('\n')

export const quickStart = (baseUrl: string): Guide => ({
  id: 'quick-start',
  title: 'Quick start',
  body: html`<div class="text">
      <p>
        The gateway speaks the wire of OpenAI’s API. Keep the client you have, give it this base URL and a key of this
        service, and name a model of <a href="#listModels">the model list</a>.
      </p>
      <dl>
        <dt>Base URL</dt>
        <dd><code>${baseUrl}/v1</code></dd>
        <dt>API key</dt>
        <dd>
          Starts with <code>sk-aiagg-</code> and is sent as <code>Authorization: Bearer …</code>. Keys are made in the
          account area (<a href="#createApiKey">or over HTTP</a>) and shown once.
        </dd>
        <dt>Models</dt>
        <dd>
          Written <code>vendor/model</code>. Those under <code>sandbox/</code> answer at once, without any provider:
          <a href="#sandbox">see what each of them does</a>.
        </dd>
      </dl>
      <p>
        The account interface (everything under <code>/v1/auth</code>, <code>/v1/me</code> and <code>/v1/billing</code>)
        is for web front ends. It takes the <code>access_token</code> that <a href="#logIn">login</a> answers.
      </p>
      <p>Programs read this page as <a href="/v1/openapi.json">OpenAPI 3.1</a>.</p>
    </div>
    <div class="samples">
      <p class="caption">Shell</p>
      ${shellSample(curlOf(baseUrl))}
      <p class="caption">Node</p>
      ${codeBlock(nodeOf(baseUrl))}
      <p class="caption">Python</p>
      ${codeBlock(pythonOf(baseUrl))}
    </div>`,
})
