import type { ParsedDocument } from './parse-document.ts'
import { plainText } from './markdown/inline-text.ts'
import type { Page } from './pages/page.ts'

const MAX_LINE = 200

/** The first sentence. */
const shortened = (text: string): string => {
  const [sentence = ''] = plainText(text).split(/(?<=[.!?]) /, 1)
  return sentence.length <= MAX_LINE ? sentence : `${sentence.slice(0, MAX_LINE - 1)}…`
}

const lineOf = (page: Page, baseUrl: string): string => {
  const name = page.section === 'api' ? `${page.label}: ${page.title}` : page.title
  return `- [${name}](${baseUrl}${page.path}.md): ${shortened(page.summary)}`
}

/** `llms.txt` as llmstxt.org describes it: one line a page, each with the address of its Markdown. */
export const llmsText = (document: ParsedDocument, pages: readonly Page[], baseUrl: string): string => {
  const listOf = (fits: (page: Page) => boolean): string =>
    pages
      .filter(fits)
      .map((page) => lineOf(page, baseUrl))
      .join('\n')
  return `${[
    `# ${document.title}`,
    `> ${document.summary}`,
    `The base URL for OpenAI clients is ${baseUrl}/v1. Keys are sent as \`Authorization: Bearer …\`.`,
    '## Guides',
    listOf(({ section, language }) => section === 'guides' && language === 'en'),
    '## Clients',
    listOf(({ section, language }) => section === 'clients' && language === 'en'),
    '## Endpoints',
    listOf(({ section }) => section === 'api'),
    '## Optional',
    `- [OpenAPI 3.1](${baseUrl}/v1/openapi.json): Every endpoint for programs.\n${listOf(({ language }) => language === 'ru')}`,
  ].join('\n\n')}\n`
}
