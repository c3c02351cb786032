import { account } from '../api/account.ts'
import { ROUTES } from '../routes.ts'
import type { PageName } from '../routes.ts'
import { Link } from '../ui/link.tsx'
import { inBoth, language } from '../words/language.ts'
import { DOCUMENTATION } from './documentation.ts'

const WORDS = inBoth(
  {
    overview: 'Overview',
    models: 'Models',
    playground: 'Playground',
    conversations: 'Conversations',
    gallery: 'Gallery',
    keys: 'API keys',
    requests: 'Requests',
    wallet: 'Wallet',
    settings: 'Settings',
    documentation: 'Documentation',
    operator: 'Operators',
    'operator-overview': 'Is all well?',
    'operator-accounts': 'Accounts',
    'operator-top-ups': 'Top-ups',
    'operator-mail': 'Mail',
    'operator-jobs': 'Standing work',
    'operator-providers': 'Providers',
    'operator-catalog': 'Catalogue',
    'operator-actions': 'Operators’ log',
  },
  {
    overview: 'Обзор',
    models: 'Модели',
    playground: 'Песочница',
    conversations: 'Беседы',
    gallery: 'Галерея',
    keys: 'Ключи API',
    requests: 'Запросы',
    wallet: 'Кошелёк',
    settings: 'Настройки',
    documentation: 'Документация',
    operator: 'Операторам',
    'operator-overview': 'Всё ли в порядке?',
    'operator-accounts': 'Аккаунты',
    'operator-top-ups': 'Пополнения',
    'operator-mail': 'Письма',
    'operator-jobs': 'Фоновая работа',
    'operator-providers': 'Поставщики',
    'operator-catalog': 'Каталог',
    'operator-actions': 'Журнал операторов',
  },
)

type EntryName = PageName & keyof ReturnType<typeof WORDS>

/** The pages that every account has in the menu, in their order. */
const ENTRIES: readonly EntryName[] = [
  'overview',
  'models',
  'playground',
  'conversations',
  'gallery',
  'keys',
  'requests',
  'wallet',
  'settings',
]

/** The pages that operators alone have there, in their order. */
const OPERATOR_ENTRIES: readonly EntryName[] = [
  'operator-overview',
  'operator-accounts',
  'operator-top-ups',
  'operator-mail',
  'operator-jobs',
  'operator-providers',
  'operator-catalog',
  'operator-actions',
]

const PATHS = Object.fromEntries(ROUTES.map(({ page, path }) => [page, path])) as Readonly<Record<PageName, string>>

const EntryLink = ({ page }: { readonly page: EntryName }) => (
  <li>
    <Link to={PATHS[page]} marksPlace={page === 'operator-overview' ? 'exactly' : true}>
      {WORDS()[page]}
    </Link>
  </li>
)

/** The lists of the menu: what everybody has, and below it what operators have. */
export const RailEntries = () => {
  const words = WORDS()
  return (
    <div>
      <ul>
        {ENTRIES.map((page) => (
          <EntryLink key={page} page={page} />
        ))}
        <li>
          <a href={DOCUMENTATION[language.value]}>{words.documentation}</a>
        </li>
      </ul>
      {account.value?.is_operator === true && (
        <>
          <p class="rail-title" id="operator-entries">
            {words.operator}
          </p>
          <ul aria-labelledby="operator-entries">
            {OPERATOR_ENTRIES.map((page) => (
              <EntryLink key={page} page={page} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
