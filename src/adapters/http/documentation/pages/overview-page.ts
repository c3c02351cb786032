import type { ParsedDocument } from '../parse-document.ts'
import { endpointPath } from './endpoint-page.ts'
import { OVERVIEW_PATHS } from './page.ts'
import type { Language, Page } from './page.ts'

const linkTo = ({ path, title, summary }: Page): string => `- [${title}](${path}.md): ${summary}`

interface Words {
  readonly label: string
  readonly summary: (document: ParsedDocument) => string
  readonly start: (baseUrl: string) => string
  readonly guides: string
  readonly clients: string
  readonly endpoints: string
  readonly forPrograms: (document: ParsedDocument) => string
  readonly columns: readonly [endpoint: string, purpose: string]
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    label: 'Overview',
    summary: ({ summary }) => summary,
    start: (baseUrl) =>
      `The base URL for OpenAI clients is \`${baseUrl}/v1\`. Begin with the [quick start](/docs/guides/quick-start.md).`,
    guides: 'Guides',
    clients: 'Clients',
    endpoints: 'Endpoints',
    forPrograms: ({ version }) =>
      `Release ${version}. Programs read the same as [OpenAPI 3.1](/v1/openapi.json); language models begin with [llms.txt](/llms.txt), and every page has its Markdown at its address with \`.md\`.`,
    columns: ['endpoint', 'what it does'],
  },
  ru: {
    label: 'Обзор',
    summary: () => 'Один сервис с API OpenAI для моделей разных поставщиков; вызовы оплачиваются с рублёвого баланса.',
    start: (baseUrl) =>
      `Базовый адрес для клиентов OpenAI: \`${baseUrl}/v1\`. Начните с [быстрого старта](/docs/ru/guides/quick-start.md).`,
    guides: 'Руководства',
    clients: 'Клиенты',
    endpoints: 'Справочник API',
    forPrograms: ({ version }) =>
      `Справочник написан по-английски. Версия ${version}. Программы читают то же самое как [OpenAPI 3.1](/v1/openapi.json), языковые модели начинают с [llms.txt](/llms.txt), а Markdown каждой страницы лежит по её адресу с \`.md\`.`,
    columns: ['адрес', 'что делает'],
  },
}

const endpoints = ({ tags, operations }: ParsedDocument, columns: Words['columns']): readonly string[] =>
  tags.flatMap(({ name, description }) => [
    `### ${name}`,
    description,
    [
      `| ${columns.join(' | ')} |`,
      '|---|---|',
      ...operations
        .filter((operation) => operation.tags.includes(name))
        .map(
          ({ id, method, path, summary }) =>
            `| [\`${method.toUpperCase()} ${path}\`](${endpointPath(id)}.md) | ${summary} |`,
        ),
    ].join('\n'),
  ])

/** Where a reader begins: every page of the language and the reference in one list. */
export const overviewPage = (
  document: ParsedDocument,
  guides: readonly Page[],
  baseUrl: string,
  language: Language,
): Page => {
  const words = WORDS[language]
  const listOf = (section: string): string =>
    guides
      .filter((page) => page.language === language && page.section === section)
      .map(linkTo)
      .join('\n')
  const summary = words.summary(document)
  const markdown = [
    `# ${document.title}`,
    summary,
    words.start(baseUrl),
    `## ${words.guides}`,
    listOf('guides'),
    `## ${words.clients}`,
    listOf('clients'),
    `## ${words.endpoints}`,
    words.forPrograms(document),
    ...endpoints(document, words.columns),
  ].join('\n\n')
  return {
    path: OVERVIEW_PATHS[language],
    language,
    section: null,
    group: null,
    title: document.title,
    summary,
    label: words.label,
    markdown: `${markdown}\n`,
    translation: OVERVIEW_PATHS[language === 'en' ? 'ru' : 'en'],
    terms: [],
  }
}
