import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { inBoth } from '../words/language.ts'

const WORDS = inBoth(
  {
    title: 'There is no such page',
    lead: 'The address may be mistyped, or the page has moved.',
    home: 'To the overview',
  },
  { title: 'Такой страницы нет', lead: 'Возможно, в адресе опечатка или страница переехала.', home: 'К обзору' },
)

export const NotFound = () => (
  <Page title={WORDS().title} lead={WORDS().lead}>
    <Link to="/">{WORDS().home}</Link>
  </Page>
)
