import { account } from '../api/account.ts'
import { Link } from '../ui/link.tsx'
import { inBoth } from '../words/language.ts'

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
    health: 'Is all well?',
    accounts: 'Accounts',
    topUps: 'Top-ups',
    mail: 'Mail',
    providers: 'Providers',
    catalog: 'Catalogue',
    actions: 'Operators’ log',
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
    health: 'Всё ли в порядке?',
    accounts: 'Аккаунты',
    topUps: 'Пополнения',
    mail: 'Письма',
    providers: 'Провайдеры',
    catalog: 'Каталог',
    actions: 'Журнал операторов',
  },
)

type EntryName = keyof ReturnType<typeof WORDS>

interface Entry {
  readonly to: string
  readonly name: EntryName
}

/** The entries of every account, in their order. */
const ENTRIES: readonly Entry[] = [
  { to: '/', name: 'overview' },
  { to: '/models', name: 'models' },
  { to: '/playground', name: 'playground' },
  { to: '/conversations', name: 'conversations' },
  { to: '/gallery', name: 'gallery' },
  { to: '/keys', name: 'keys' },
  { to: '/requests', name: 'requests' },
  { to: '/wallet', name: 'wallet' },
  { to: '/settings', name: 'settings' },
]

/** The entries of operators alone, in their order. */
const OPERATOR_ENTRIES: readonly Entry[] = [
  { to: '/operator', name: 'health' },
  { to: '/operator/accounts', name: 'accounts' },
  { to: '/operator/topups', name: 'topUps' },
  { to: '/operator/mail', name: 'mail' },
  { to: '/operator/providers', name: 'providers' },
  { to: '/operator/catalog', name: 'catalog' },
  { to: '/operator/actions', name: 'actions' },
]

const EntryLink = ({ to, name }: Entry) => (
  <li>
    <Link to={to} marksPlace={to === '/operator' ? 'exactly' : true}>
      {WORDS()[name]}
    </Link>
  </li>
)

/** The lists of the menu: what everybody has, and below it what operators have. */
export const RailEntries = () => {
  const words = WORDS()
  return (
    <div>
      <ul>
        {ENTRIES.map((entry) => (
          <EntryLink key={entry.to} {...entry} />
        ))}
        <li>
          <a href="/docs">{words.documentation}</a>
        </li>
      </ul>
      {account.value?.is_operator === true && (
        <>
          <p class="rail-title" id="operator-entries">
            {words.operator}
          </p>
          <ul aria-labelledby="operator-entries">
            {OPERATOR_ENTRIES.map((entry) => (
              <EntryLink key={entry.to} {...entry} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
