import type { ParsedDocument } from '../parse-document.ts'
import { endpointPath } from './endpoint-page.ts'
import type { Page } from './page.ts'

const linkTo = ({ path, title, summary }: Page): string => `- [${title}](${path}.md): ${summary}`

const endpoints = ({ tags, operations }: ParsedDocument): readonly string[] =>
  tags.flatMap(({ name, description }) => [
    `### ${name}`,
    description,
    [
      '| endpoint | what it does |',
      '|---|---|',
      ...operations
        .filter((operation) => operation.tags.includes(name))
        .map(
          ({ id, method, path, summary }) =>
            `| [\`${method.toUpperCase()} ${path}\`](${endpointPath(id)}.md) | ${summary} |`,
        ),
    ].join('\n'),
  ])

/** Where a reader begins: every page in one list. */
export const overviewPage = (document: ParsedDocument, guides: readonly Page[], baseUrl: string): Page => {
  const english = guides.filter(({ language }) => language === 'en')
  const listOf = (section: string): string =>
    english
      .filter((page) => page.section === section)
      .map(linkTo)
      .join('\n')
  const markdown = [
    `# ${document.title}`,
    document.summary,
    `The base URL for OpenAI clients is \`${baseUrl}/v1\`. Begin with the [quick start](/docs/guides/quick-start.md).`,
    '## Guides',
    listOf('guides'),
    '## Clients',
    listOf('clients'),
    '## Endpoints',
    `Release ${document.version}. Programs read the same as [OpenAPI 3.1](/v1/openapi.json); language models begin with [llms.txt](/llms.txt), and every page has its Markdown at its address with \`.md\`.`,
    ...endpoints(document),
  ].join('\n\n')
  return {
    path: '/docs',
    language: 'en',
    section: null,
    group: null,
    title: document.title,
    summary: document.summary,
    label: 'Overview',
    markdown: `${markdown}\n`,
    translation: null,
    terms: [],
  }
}
