import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { account, awaited, stopAwaiting, loadAccount } from './api/account.ts'
import { openSession, session } from './api/session.ts'
import { goTo, location, NO_PLACE, placeOf } from './location.ts'
import type { Place } from './location.ts'
import type { PageName } from './routes.ts'
import { Away } from './shell/away.tsx'
import { hasNewerConsole } from './shell/newer-console.ts'
import { NotFound } from './shell/not-found.tsx'
import { Entrance } from './shell/entrance.tsx'
import { Shell } from './shell/shell.tsx'
import { ShownOnce } from './ui/shown-once.tsx'

export interface PageProps {
  readonly parameters: Readonly<Record<string, string>>
}

type PageView = ComponentType<PageProps>

/** Each page is a part of its own, which the browser loads when the page is first opened. */
const PAGES: Readonly<Record<PageName, () => Promise<{ readonly default: PageView }>>> = {
  overview: () => import('./pages/overview/overview.tsx'),
  models: () => import('./pages/models/models.tsx'),
  model: () => import('./pages/models/model.tsx'),
  playground: () => import('./pages/playground/chat/chat.tsx'),
  'playground-images': () => import('./pages/playground/images/images.tsx'),
  'playground-speech': () => import('./pages/playground/speech/speech.tsx'),
  'playground-transcription': () => import('./pages/playground/transcription/transcription.tsx'),
  'playground-video': () => import('./pages/playground/video/video.tsx'),
  conversations: () => import('./pages/conversations/conversations.tsx'),
  conversation: () => import('./pages/conversations/conversation.tsx'),
  gallery: () => import('./pages/gallery/gallery.tsx'),
  requests: () => import('./pages/requests/requests.tsx'),
  request: () => import('./pages/requests/request.tsx'),
  wallet: () => import('./pages/wallet/wallet.tsx'),
  settings: () => import('./pages/settings/settings.tsx'),
  webhooks: () => import('./pages/webhooks/webhooks.tsx'),
  webhook: () => import('./pages/webhooks/webhook.tsx'),
  keys: () => import('./pages/keys/keys.tsx'),
  'operator-overview': () => import('./pages/operator/overview/overview.tsx'),
  'operator-accounts': () => import('./pages/operator/accounts/accounts.tsx'),
  'operator-account': () => import('./pages/operator/accounts/account.tsx'),
  'operator-top-ups': () => import('./pages/operator/top-ups/top-ups.tsx'),
  'operator-top-up': () => import('./pages/operator/top-ups/top-up.tsx'),
  'operator-providers': () => import('./pages/operator/providers/providers.tsx'),
  'operator-catalog': () => import('./pages/operator/catalog/catalog.tsx'),
  'operator-mail': () => import('./pages/operator/mail/mail.tsx'),
  'operator-jobs': () => import('./pages/operator/jobs/jobs.tsx'),
  'operator-actions': () => import('./pages/operator/actions/actions.tsx'),
  'sign-in': () => import('./pages/entrance/sign-in.tsx'),
  'sign-up': () => import('./pages/entrance/sign-up.tsx'),
  oauth: () => import('./pages/oauth/oauth.tsx'),
  'verify-email': () => import('./pages/entrance/verify-email.tsx'),
  unsubscribe: () => import('./pages/entrance/unsubscribe.tsx'),
  'forgot-password': () => import('./pages/entrance/forgot-password.tsx'),
  'reset-password': () => import('./pages/entrance/reset-password.tsx'),
}

const loaded = signal<ReadonlyMap<PageName, PageView>>(new Map())

/** The dialog for a person whom the page awaits; null until it was needed and its part has come. */
const signInAgain = signal<ComponentType<{ readonly email: string }> | null>(null)

const loadSignInAgain = async (): Promise<void> => {
  try {
    signInAgain.value = (await import('./shell/sign-in-again.tsx')).default
  } catch {
    stopAwaiting()
  }
}

/** The page whose part did not come. */
const missing = signal<PageName | null>(null)

const loadPage = async (page: PageName): Promise<void> => {
  if (loaded.value.has(page)) return
  try {
    const { default: view } = await PAGES[page]()
    loaded.value = new Map(loaded.value).set(page, view)
    missing.value = null
  } catch {
    if (await hasNewerConsole()) window.location.reload()
    else missing.value = page
  }
}

/**
 * The page of the address; the sign-in page where that page needs a session and there is none. A page for operators is
 * not there for others: the API would refuse what it asks.
 */
const shownPlace = (): Place => {
  const place = placeOf(location.value)
  if (place.audience === 'operator' && account.value?.is_operator === false) return NO_PLACE
  const isOpen = session.value.tag !== 'signed_out' || awaited.value !== null
  if (place.audience === 'everybody' || isOpen) return place
  return { page: 'sign-in', audience: 'everybody', parameters: {} }
}

/** Where a person without a session signs in, to go on where they were; not where they deleted their account. */
const signInAddress = (): string => {
  const now = session.peek()
  const isDeleted = now.tag === 'signed_out' && now.notice === 'deleted'
  return isDeleted ? '/sign-in' : `/sign-in?next=${encodeURIComponent(location.peek())}`
}

/** The whole console: its frame, and in it the page of the address. */
export const Console = () => {
  const place = shownPlace()
  const isSignedIn = session.value.tag === 'signed_in'
  const isAwaiting = awaited.value !== null
  const SignInAgain = signInAgain.value

  useEffect(() => {
    if (isSignedIn && account.peek() === null) void loadAccount()
  }, [isSignedIn])

  useEffect(() => {
    const asked = placeOf(location.peek())
    if (place.page === 'sign-in' && asked.page !== 'sign-in') {
      goTo(signInAddress(), 'replace')
    }
  }, [place.page])

  useEffect(() => {
    if (place.page !== 'not-found') void loadPage(place.page)
  }, [place.page])

  useEffect(() => {
    if (isAwaiting) void loadSignInAgain()
  }, [isAwaiting])

  if (session.value.tag === 'unknown') return null
  if (session.value.tag === 'away' && place.audience !== 'everybody') {
    return (
      <Entrance>
        <Away failure={session.value.failure} onAgain={openSession} />
      </Entrance>
    )
  }
  const { page } = place
  const View = page === 'not-found' ? NotFound : loaded.value.get(page)
  const away =
    page !== 'not-found' && missing.value === page ? (
      <Away failure={{ tag: 'unreachable' }} onAgain={() => loadPage(page)} />
    ) : null
  const view =
    View === undefined ? away : <View key={location.value.split(/[?#]/, 1)[0]} parameters={place.parameters} />
  return place.audience === 'everybody' && (!isSignedIn || page !== 'not-found') ? (
    <Entrance>{view}</Entrance>
  ) : (
    <>
      <Shell>{view}</Shell>
      <ShownOnce />
      {awaited.value !== null && SignInAgain !== null && <SignInAgain email={awaited.value} />}
    </>
  )
}
