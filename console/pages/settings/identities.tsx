import { loadAccount } from '../../api/account.ts'
import { useMethods } from '../../ui/known.ts'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { PROVIDER_NAMES, visitProvider } from '../../api/social.ts'
import type { OfferedProvider, SocialProvider } from '../../api/social.ts'
import { location } from '../../location.ts'
import { useArrival } from '../../ui/arrival.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { useDialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'
import { actionsTitle, stateTitle } from '../../words/column-titles.ts'
import { IDENTITIES_WORDS } from './identities-words.ts'
import { isFresh, Prove } from './prove.tsx'

type User = Schemas['UserMe']

const PROVIDERS: readonly SocialProvider[] = ['google', 'yandex']

interface Change {
  readonly provider: SocialProvider
  readonly isLinked: boolean
  readonly step: 'proof' | 'question'
}

const unlink = (provider: SocialProvider) =>
  provider === 'google' ? call('DELETE /v1/me/identities/google') : call('DELETE /v1/me/identities/yandex')

const Ways = ({ user, offered }: { readonly user: User; readonly offered: readonly OfferedProvider[] }) => {
  const words = IDENTITIES_WORDS()
  const { open, dialog } = useDialog<Change>(({ provider, isLinked, step }, close) =>
    step === 'proof' ? (
      <Prove user={user} offered={offered} onClose={close} onProven={() => close() && goOn(provider, isLinked)} />
    ) : (
      <Confirm
        title={words.unlinkTitle(PROVIDER_NAMES[provider])}
        text={words.unlinkText(PROVIDER_NAMES[provider])}
        doText={words.unlink}
        work={() => unlink(provider)}
        onDone={() => void loadAccount()}
        onClose={close}
      />
    ),
  )
  const goOn = (provider: SocialProvider, isLinked: boolean): void => {
    const at = offered.find((each) => each.provider === provider)
    if (isLinked) open({ provider, isLinked, step: 'question' })
    else if (at !== undefined) visitProvider(at, 'link', `/settings?linked=${provider}`)
  }
  const begin = async (provider: SocialProvider, isLinked: boolean): Promise<void> => {
    const here = location.peek()
    const isProven = await isFresh()
    // The person may have left the page before the answer.
    if (location.peek() !== here) return
    if (isProven) goOn(provider, isLinked)
    else open({ provider, isLinked, step: 'proof' })
  }
  const rows = PROVIDERS.map((provider) => ({ provider, isLinked: user.identities.includes(provider) })).filter(
    ({ provider, isLinked }) => isLinked || offered.some((each) => each.provider === provider),
  )
  const columns = [
    { title: words.service, cell: ({ provider }: (typeof rows)[number]) => PROVIDER_NAMES[provider] },
    {
      title: stateTitle(),
      cell: ({ isLinked }: (typeof rows)[number]) => (isLinked ? words.linked : words.notLinked),
    },
    {
      title: actionsTitle(),
      cell: ({ provider, isLinked }: (typeof rows)[number]) => (
        <Button
          kind="quiet"
          label={(isLinked ? words.unlinkLabel : words.linkLabel)(PROVIDER_NAMES[provider])}
          onPress={() => void begin(provider, isLinked)}
        >
          {isLinked ? words.unlink : words.link}
        </Button>
      ),
    },
  ]
  if (rows.length === 0) return null
  return (
    <section>
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      <Table caption={words.title} columns={columns} rows={rows} keyOf={({ provider }) => provider} />
      {dialog}
    </section>
  )
}

/** Says with what a person comes back from the page of a social provider. */
export const Arrived = ({ user }: { readonly user: User }) => {
  const words = IDENTITIES_WORDS()
  const arrival = useArrival('linked')
  const linked = PROVIDERS.find((provider) => provider === arrival)
  const isProven = useArrival('proven') !== null
  return (
    <>
      {linked !== undefined && user.identities.includes(linked) && (
        <Notice kind="done">{words.done(PROVIDER_NAMES[linked])}</Notice>
      )}
      {isProven && <Notice kind="done">{words.proven}</Notice>}
    </>
  )
}

/** The social providers that open the account, and those that could. */
export const Identities = ({ user }: { readonly user: User }) => {
  const methods = useMethods()
  return <Loaded of={methods}>{({ providers }) => <Ways user={user} offered={providers} />}</Loaded>
}
