import { shellSample } from './code-sample.ts'
import type { Guide } from './guide.ts'
import { html } from './html.ts'

const linesOf = (baseUrl: string): string =>
  [
    '# What one call used and cost',
    `curl ${baseUrl}/v1/usage/OPERATION_ID \\`,
    '  -H "Authorization: Bearer $GATEWAY_KEY"',
    '',
    '# Sent twice, charged once',
    `curl ${baseUrl}/v1/chat/completions \\`,
    '  -H "Authorization: Bearer $GATEWAY_KEY" \\',
    '  -H "Idempotency-Key: order-1" \\',
    "  -H 'Content-Type: application/json' \\",
    "  -d '{",
    '    "model": "sandbox/echo",',
    '    "messages": [{"role": "user", "content": "Once"}]',
    "  }'",
  ].join('\n')

export const money = (baseUrl: string): Guide => ({
  id: 'money',
  title: 'Money and retries',
  body: html`<div class="text">
      <p>
        A call holds what it may cost at most, asks the provider, and is charged what it did cost. A provider that fails
        costs nothing. Amounts are decimal strings, such as <code>"12.345678"</code>; times are Unix seconds.
      </p>
      <ul>
        <li>
          Answers that are not streamed carry their price in <code>x-gateway-cost-rub</code>. Every paid answer carries
          <code>x-gateway-operation-id</code>, under which <a href="#readReceipt">the receipt</a> is read.
        </li>
        <li>
          With an <code>Idempotency-Key</code> a paid request can be sent again after a lost connection: the stored
          answer comes back with <code>Idempotency-Replayed: true</code> and no new charge. Keys are kept for 7 days at
          least. Another request under a used key is a 422.
        </li>
        <li>
          A plain (not streamed) call whose client left runs to its end and is charged; its answer waits under its
          <code>Idempotency-Key</code>.
        </li>
      </ul>
    </div>
    <div class="samples">
      <p class="caption">Receipts and repetitions</p>
      ${shellSample(linesOf(baseUrl))}
    </div>`,
})
