import { computed, effect, signal } from '@preact/signals'

export type Language = 'en' | 'ru'

const STORED = 'gateway.language'

/** The first of our languages among those that the browser prefers; mails to its person are in the same one. */
const ofBrowser = (): Language =>
  /^ru/i.test(navigator.languages.find((each) => /^(en|ru)\b/i.test(each)) ?? '') ? 'ru' : 'en'

const stored = localStorage.getItem(STORED)

/** The language of every page: what the person chose, else what the browser prefers. */
export const language = signal<Language>(stored === 'en' || stored === 'ru' ? stored : ofBrowser())

export const chooseLanguage = (chosen: Language): void => {
  localStorage.setItem(STORED, chosen)
  language.value = chosen
}

effect(() => {
  document.documentElement.lang = language.value
})

/**
 * The same words in both languages, read in the language of the page. The type of the English ones binds the Russian
 * ones, so a missing word does not compile.
 */
export const inBoth = <W>(english: W, russian: NoInfer<W>): (() => W) => {
  const words = computed(() => (language.value === 'ru' ? russian : english))
  return () => words.value
}

/** The form of a Russian word that goes with a number: 1 ключ, 2 ключа, 5 ключей. */
export const russianCount = (count: number, one: string, few: string, many: string): string => {
  const form = new Intl.PluralRules('ru').select(count)
  return `${count} ${form === 'one' ? one : form === 'few' ? few : many}`
}
