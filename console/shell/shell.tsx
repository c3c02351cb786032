import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { account, signOut } from '../api/account.ts'
import { isOutOfReach } from '../api/reach.ts'
import { followed, location } from '../location.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { inBoth } from '../words/language.ts'
import { Preferences } from './preferences.tsx'
import { RailEntries } from './rail.tsx'

const WORDS = inBoth(
  {
    menu: 'Menu',
    toContent: 'To the content',
    signOut: 'Sign out',
    offline: 'There is no connection. What you see may be old.',
  },
  {
    menu: 'Меню',
    toContent: 'К содержанию',
    signOut: 'Выйти',
    offline: 'Нет соединения. Данные на экране могли устареть.',
  },
)

/** The frame of every page of a user who is signed in: the menu beside the page, or above it on a narrow screen. */
export const Shell = ({ children }: { readonly children: ComponentChildren }) => {
  const isOpen = useSignal(false)
  const words = WORDS()
  useEffect(() => {
    isOpen.value = false
  }, [location.value, followed.value])
  return (
    <div class="shell">
      <a class="skip" href="#page">
        {words.toContent}
      </a>
      <header class="bar">
        <Link to="/" look="brand">
          Model gateway
        </Link>
        <button
          type="button"
          class="button quiet menu-button"
          aria-expanded={isOpen.value}
          aria-controls="menu"
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          {words.menu}
        </button>
      </header>
      <nav id="menu" class={isOpen.value ? 'rail open' : 'rail'} aria-label={words.menu}>
        <RailEntries />
        <div class="rail-foot">
          {account.value !== null && <p class="who">{account.value.email}</p>}
          <Preferences />
          <Button kind="quiet" onPress={signOut}>
            {words.signOut}
          </Button>
        </div>
      </nav>
      <main id="page" tabIndex={-1}>
        {isOutOfReach.value && <Notice kind="waiting">{words.offline}</Notice>}
        {children}
      </main>
    </div>
  )
}
