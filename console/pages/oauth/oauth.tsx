import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { account, loadAccount } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import type { ApiFailure, Outcome } from '../../api/failure.ts'
import { session, signedIn } from '../../api/session.ts'
import { PROVIDER_NAMES, readReturn } from '../../api/social.ts'
import type { SocialReturn } from '../../api/social.ts'
import type { PageProps } from '../../console.tsx'
import { goTo } from '../../location.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { failureText } from '../../words/failure-words.ts'
import { OAUTH_WORDS } from './oauth-words.ts'

type Token = Extract<SocialReturn, { readonly tag: 'token' }>

const enter = async ({ provider, token, nonce }: Token): Promise<Outcome<unknown>> => {
  const made =
    provider === 'google'
      ? await call('POST /v1/console/session/google', { body: { id_token: token, nonce }, anonymous: true })
      : await call('POST /v1/console/session/yandex', { body: { access_token: token }, anonymous: true })
  if (!made.ok) return made
  account.value = null
  signedIn(made.value)
  await loadAccount()
  return made
}

const link = async ({ provider, token, nonce }: Token): Promise<Outcome<unknown>> => {
  const linked =
    provider === 'google'
      ? await call('POST /v1/me/identities/google', { body: { id_token: token, nonce } })
      : await call('POST /v1/me/identities/yandex', { body: { access_token: token } })
  if (linked.ok) account.value = linked.value
  return linked
}

const prove = ({ provider, token, nonce }: Token): Promise<Outcome<unknown>> =>
  call('POST /v1/auth/reauthenticate', {
    body: provider === 'google' ? { id_token: token, nonce } : { access_token: token },
  })

const WORK = { sign_in: enter, link, prove } as const

type Ending = ApiFailure | { readonly tag: 'stopped' } | { readonly tag: 'not_begun' }

/** Where a provider sends a person back to: uses the token at once, and takes it out of the address. */
const OAuth = ({ parameters }: PageProps) => {
  const words = OAUTH_WORDS()
  const provider = parameters['provider'] ?? ''
  const ending = useSignal<Ending | null>(null)

  useEffect(() => {
    const returned = readReturn(provider, window.location)
    goTo(window.location.pathname, 'replace')
    const use = async (): Promise<void> => {
      if (returned.tag !== 'token') {
        ending.value = returned
        return
      }
      const outcome = await WORK[returned.purpose](returned)
      if (outcome.ok) goTo(returned.next, 'replace')
      else ending.value = outcome.failure
    }
    void use()
  }, [])

  const ended = ending.value
  const textOf = (of: Ending): string =>
    of.tag === 'stopped' ? words.stopped : of.tag === 'not_begun' ? words.notBegun : failureText(of)
  const name = provider === 'google' || provider === 'yandex' ? PROVIDER_NAMES[provider] : provider
  return (
    <Page title={words.title(name)}>
      {ended === null ? (
        <p role="status">{words.wait}</p>
      ) : (
        <>
          <Notice kind={ended.tag === 'stopped' ? 'waiting' : 'problem'}>{textOf(ended)}</Notice>
          {session.value.tag === 'signed_in' ? (
            <Link to="/settings">{words.toSettings}</Link>
          ) : (
            <Link to="/sign-in">{words.toSignIn}</Link>
          )}
        </>
      )}
    </Page>
  )
}

export default OAuth
