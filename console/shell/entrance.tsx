import type { ComponentChildren } from 'preact'
import { language } from '../words/language.ts'
import { DOCUMENTATION } from './documentation.ts'
import { Preferences } from './preferences.tsx'

/** The frame of the pages that people see before they are signed in. */
export const Entrance = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="entrance">
    <main>{children}</main>
    <footer>
      <Preferences />
      <a href={DOCUMENTATION[language.value]}>API</a>
    </footer>
  </div>
)
