import { html } from '../markup/html.ts'
import { styleElement } from './style-element.ts'

const STYLE = `:root { color-scheme: light dark; }
body { max-width: 34rem; margin: 18vh auto; padding: 0 1.5rem; font: 16px/1.6 system-ui, sans-serif; }
code { font: 14px/1.6 ui-monospace, monospace; }
h1 { margin: 0; font-size: 1.8rem; }
`

/** What a browser sees at the root of the service. */
export const homePage = (baseUrl: string): { readonly html: string; readonly policy: string } => {
  const style = styleElement(STYLE)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Model gateway</title>
        <link rel="icon" href="data:," />
        ${style.element}
      </head>
      <body>
        <h1>Model gateway</h1>
        <p>The service runs. Its base URL for OpenAI clients is <code>${baseUrl}/v1</code>.</p>
        <p>
          <a href="/docs">Documentation</a> · <a href="/v1/openapi.json">OpenAPI</a> ·
          <a href="/v1/health">Health</a>
        </p>
      </body>
    </html> `
  return {
    html: page.html,
    policy: `default-src 'none'; style-src ${style.source}; img-src data:; frame-ancestors 'none'; base-uri 'none'`,
  }
}
