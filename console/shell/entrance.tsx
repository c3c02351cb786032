import type { ComponentChildren } from 'preact'
import { Preferences } from './preferences.tsx'

/** The frame of the pages that people see before they are signed in. */
export const Entrance = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="entrance">
    <main>{children}</main>
    <footer>
      <Preferences />
      <a href="/docs">API</a>
    </footer>
  </div>
)
