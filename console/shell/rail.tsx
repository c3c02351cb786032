import { account } from '../api/account.ts'
import { ROUTES } from '../routes.ts'
import type { PageName } from '../routes.ts'
import { Link } from '../ui/link.tsx'
import { inBoth, language } from '../words/language.ts'
import { DOCUMENTATION } from './documentation.ts'

/** The pages that every account has in the menu, and those that operators alone have there, each list in its order. */
const WORDS = inBoth(
  {
    entries: {
      overview: 'Overview',
      models: 'Models',
      playground: 'Playground',
      conversations: 'Conversations',
      gallery: 'Gallery',
      keys: 'API keys',
      requests: 'Requests',
      wallet: 'Wallet',
      settings: 'Settings',
    },
    documentation: 'Documentation',
    operator: 'Operators',
    operatorEntries: {
      'operator-overview': 'Is all well?',
      'operator-accounts': 'Accounts',
      'operator-top-ups': 'Top-ups',
      'operator-mail': 'Mail',
      'operator-jobs': 'Standing work',
      'operator-providers': 'Providers',
      'operator-catalog': 'Catalogue',
      'operator-actions': 'Operators’ log',
    },
  },
  {
    entries: {
      overview: 'Обзор',
      models: 'Модели',
      playground: 'Песочница',
      conversations: 'Беседы',
      gallery: 'Галерея',
      keys: 'Ключи API',
      requests: 'Запросы',
      wallet: 'Кошелёк',
      settings: 'Настройки',
    },
    documentation: 'Документация',
    operator: 'Операторам',
    operatorEntries: {
      'operator-overview': 'Всё ли в порядке?',
      'operator-accounts': 'Аккаунты',
      'operator-top-ups': 'Пополнения',
      'operator-mail': 'Письма',
      'operator-jobs': 'Фоновая работа',
      'operator-providers': 'Поставщики',
      'operator-catalog': 'Каталог',
      'operator-actions': 'Журнал операторов',
    },
  },
)

const PATHS: Readonly<Record<string, string>> = Object.fromEntries(ROUTES.map(({ page, path }) => [page, path]))

const entryLinks = (entries: Readonly<Partial<Record<PageName, string>>>) =>
  Object.entries(entries).map(([page, text]) => (
    <li key={page}>
      <Link to={PATHS[page] ?? ''} marksPlace={page === 'operator-overview' ? 'exactly' : true}>
        {text}
      </Link>
    </li>
  ))

/** The lists of the menu: what everybody has, and below it what operators have. */
export const RailEntries = () => {
  const words = WORDS()
  return (
    <div>
      <ul>
        {entryLinks(words.entries)}
        <li>
          <a href={DOCUMENTATION[language.value]}>{words.documentation}</a>
        </li>
      </ul>
      {account.value?.is_operator === true && (
        <>
          <p class="rail-title" id="operator-entries">
            {words.operator}
          </p>
          <ul aria-labelledby="operator-entries">{entryLinks(words.operatorEntries)}</ul>
        </>
      )}
    </div>
  )
}
