import { call } from '../../api/call.ts'
import type { Schemas } from '../../api/api-types.ts'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useResource } from '../../ui/resource.ts'
import type { Resource } from '../../ui/resource.ts'
import { sumText } from '../../words/figures.ts'
import { CONVERSATIONS_WORDS } from './conversations-words.ts'
import { sent } from './thread.ts'

type Wallet = Schemas['WalletResponse']

export const useTokenWallet = (): Resource<Wallet> =>
  useResource(`token wallet ${sent.value}`, (signal) =>
    call('GET /v1/me/wallets/{currency}', { path: { currency: 'TOKEN' }, signal }),
  )

/** How many tokens there are, and how many of them are held, in one line. */
export const TokenWallet = ({ wallet }: { readonly wallet: Resource<Wallet> }) => {
  const words = CONVERSATIONS_WORDS()
  return (
    <Loaded of={wallet} lines={1}>
      {({ available, held }) => (
        <p class="hint figure">
          {words.wallet(sumText(available, 'TOKEN'))}
          {Number(held) === 0 ? '' : `, ${words.held(sumText(held, 'TOKEN'))}`}{' '}
          <Link to="/wallet?currency=TOKEN&top-up">{words.topUp}</Link>
        </p>
      )}
    </Loaded>
  )
}
