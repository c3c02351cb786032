import type { Language, Page } from './page.ts'
import { plainText } from '../markdown/inline-text.ts'

/** A document of the repository: `docs/guides/errors.md` is `errors` of `guides`; its translation has the same name. */
export interface GuideFile {
  readonly section: 'guides' | 'clients'
  readonly name: string
  readonly language: Language
  readonly text: string
}

/** The address that documents of the repository name; a page shows the one of its own service. */
const LOCAL_ADDRESS = 'http://127.0.0.1:8080'

const pathOf = (section: string, name: string, language: Language): string =>
  language === 'en' ? `/docs/${section}/${name}` : `/docs/${language}/${section}/${name}`

/** Links from file to file become links from page to page. */
const withPageLinks = (text: string, section: string): string =>
  text.replace(
    /\]\((?:\.\.\/(guides|clients)\/)?([\w-]{1,100})(\.ru)?\.md(#[^)]{0,200})?\)/g,
    (_, other: string | undefined, name: string, russian: string | undefined, anchor: string | undefined) =>
      `](${pathOf(other ?? section, name, russian === undefined ? 'en' : 'ru')}.md${anchor ?? ''})`,
  )

/** The first paragraph: a page begins with what it is about. */
const summaryOf = (text: string): string => {
  const [, first = ''] = text.split(/\n\n+/)
  return plainText(first.replaceAll('\n', ' '))
}

const CODES = /`([a-z]+(?:_[a-z]+)+)`/g

/** One guide; `others` are the files among which its translation is. */
export const guidePage = (file: GuideFile, others: readonly GuideFile[], baseUrl: string): Page => {
  const { section, name, language } = file
  const text = withPageLinks(file.text, section).replaceAll(LOCAL_ADDRESS, baseUrl)
  const title = plainText(/^# (.*)$/m.exec(text)?.[1] ?? name)
  const translation = others.find(
    (each) => each.section === section && each.name === name && each.language !== language,
  )
  return {
    path: pathOf(section, name, language),
    language,
    section,
    group: null,
    title,
    summary: summaryOf(text),
    label: title,
    markdown: text,
    translation: translation === undefined ? null : pathOf(section, name, translation.language),
    terms: [...new Set([...text.matchAll(CODES)].map(([, code = '']) => code))],
  }
}
