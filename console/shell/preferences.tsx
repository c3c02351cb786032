import { effect, signal } from '@preact/signals'
import { chooseLanguage, inBoth, language } from '../words/language.ts'

const WORDS = inBoth(
  { language: 'Language', theme: 'Theme', auto: 'As the system', light: 'Light', dark: 'Dark' },
  { language: 'Язык', theme: 'Тема', auto: 'Как в системе', light: 'Светлая', dark: 'Тёмная' },
)

const STORED = 'gateway.theme'
const THEMES = ['auto', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const isTheme = (text: string | null): text is Theme => THEMES.some((each) => each === text)

const stored = localStorage.getItem(STORED)
const theme = signal<Theme>(isTheme(stored) ? stored : 'auto')

effect(() => {
  document.documentElement.style.colorScheme = theme.value === 'auto' ? 'light dark' : theme.value
  localStorage.setItem(STORED, theme.value)
})

/** The language and the theme, which the browser stores. */
export const Preferences = () => (
  <div class="preferences">
    <select
      aria-label={WORDS().language}
      value={language}
      onChange={(event) => chooseLanguage(event.currentTarget.value === 'ru' ? 'ru' : 'en')}
    >
      <option value="en">English</option>
      <option value="ru">Русский</option>
    </select>
    <select
      aria-label={WORDS().theme}
      value={theme}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        if (isTheme(chosen)) theme.value = chosen
      }}
    >
      {THEMES.map((each) => (
        <option key={each} value={each}>
          {WORDS()[each]}
        </option>
      ))}
    </select>
  </div>
)
