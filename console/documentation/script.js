// The documentation can be read without this script. It adds tabs and buttons to copy to the samples, and the search.

/** @typedef {{ p: string, t: string, s: string, h: [text: string, anchor: string][], k: string[] }} Entry */
/** @typedef {{ address: string, title: string, note: string, rank: number }} Hit */

const { search = '', copy = '', copied = '', nothingFound = '', languages = '' } = document.body.dataset

/**
 * What the browser keeps under a name. It throws where its reader lets no site keep data: each page then begins anew.
 * @param {string} name
 */
const kept = (name) => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
const keep = (name, value) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Nothing is kept, and the page shows what was chosen all the same.
  }
}

const THEME = kept('gateway.theme')
if (THEME === 'light' || THEME === 'dark') document.documentElement.style.colorScheme = THEME

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Readonly<Record<string, string>>} attributes
 * @param {readonly (Node | string)[]} inside
 * @returns {HTMLElementTagNameMap[K]}
 */
const element = (tag, attributes, ...inside) => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...inside)
  return made
}

/**
 * @param {Element} code
 * @param {HTMLElement} button
 */
const copyText = async (code, button) => {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    button.textContent = copied
    setTimeout(() => (button.textContent = copy), 1500)
  } catch {
    // Without the right to the clipboard the reader copies what is selected.
    getSelection()?.selectAllChildren(code)
  }
}

/** @param {Element} sample */
const addCopy = (sample) => {
  const code = sample.querySelector('code')
  if (code === null) return
  const button = element('button', { type: 'button', class: 'copy' }, copy)
  button.addEventListener('click', () => void copyText(code, button))
  sample.append(button)
}

const LANGUAGE = 'gateway.samples'

/** @type {((language: string) => void)[]} */
const choosers = []

/** @param {string} language */
const choose = (language) => {
  keep(LANGUAGE, language)
  for (const each of choosers) each(language)
}

/**
 * @param {HTMLElement} group
 * @param {number} place
 */
const addTabs = (group, place) => {
  const samples = group.querySelectorAll('.sample')
  const panels = [...samples].filter((each) => each instanceof HTMLElement)
  const list = element('div', { role: 'tablist', 'aria-label': languages })
  const tabs = panels.map((panel, at) => {
    const language = panel.dataset['language'] ?? ''
    panel.id = `samples-${place}-${at}`
    panel.setAttribute('role', 'tabpanel')
    const name = panel.querySelector('.caption')?.textContent ?? language
    const tab = element(
      'button',
      { type: 'button', role: 'tab', id: `${panel.id}-tab`, 'aria-controls': panel.id },
      name,
    )
    panel.setAttribute('aria-labelledby', tab.id)
    tab.addEventListener('click', () => choose(language))
    return { language, panel, tab }
  })
  list.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const at = tabs.findIndex(({ tab }) => tab === document.activeElement)
    const next = step === 0 || at === -1 ? undefined : tabs.at((at + step) % tabs.length)
    if (next === undefined) return
    choose(next.language)
    next.tab.focus()
  })
  /** @param {string} language */
  const show = (language) => {
    const chosen = tabs.find((each) => each.language === language) ?? tabs[0]
    for (const { panel, tab, ...each } of tabs) {
      const isChosen = each.language === chosen?.language
      panel.hidden = !isChosen
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
    }
  }
  list.append(...tabs.map(({ tab }) => tab))
  group.prepend(list)
  group.classList.add('tabbed')
  choosers.push(show)
  show(kept(LANGUAGE) ?? 'sh')
}

for (const sample of document.querySelectorAll('.sample')) addCopy(sample)
for (const [place, group] of [...document.querySelectorAll('.samples.call')].entries()) {
  if (group instanceof HTMLElement) addTabs(group, place)
}

/** @type {Promise<Entry[]> | null} */
let index = null

const loadIndex = async () => {
  const response = await fetch(search)
  if (!response.ok) throw new Error(`the search index answers ${response.status}`)
  return /** @type {Promise<Entry[]>} */ (response.json())
}

/** An index that did not come is asked for again at the next word. */
const readIndex = () =>
  (index ??= loadIndex().catch((/** @type {unknown} */ error) => {
    index = null
    throw error
  }))

/**
 * @param {string} text
 * @param {readonly string[]} words
 */
const hasAll = (text, words) => words.every((word) => text.includes(word))

const RANKS = { title: 0, heading: 1, term: 2, summary: 3 }

/**
 * @param {Entry} entry
 * @param {readonly string[]} words
 * @returns {Hit | null}
 */
const hitOf = ({ p, t, s, h, k }, words) => {
  const title = t.toLowerCase()
  if (hasAll(title, words)) return { address: p, title: t, note: s, rank: RANKS.title }
  const heading = h.find(([text]) => hasAll(`${title} ${text.toLowerCase()}`, words))
  if (heading !== undefined) return { address: `${p}#${heading[1]}`, title: t, note: heading[0], rank: RANKS.heading }
  const term = k.find((each) => hasAll(each.toLowerCase(), words))
  if (term !== undefined) return { address: p, title: t, note: term, rank: RANKS.term }
  return hasAll(s.toLowerCase(), words) ? { address: p, title: t, note: s, rank: RANKS.summary } : null
}

const MOST_HITS = 20

const isRussian = document.documentElement.lang === 'ru'

/**
 * Guides exist in both languages, pages of endpoints in English.
 * @param {Entry} entry
 */
const isForReader = ({ p }) =>
  isRussian ? !/^\/docs(?:$|\/guides\/|\/clients\/)/.test(p) : !/^\/docs\/ru(?:$|\/)/.test(p)

/** @param {readonly Hit[]} hits */
const shown = (hits) =>
  hits.length === 0
    ? [element('p', {}, nothingFound)]
    : hits.map(({ address, title, note }) => element('a', { href: address }, title, element('small', {}, note)))

const box = document.querySelector('.search')
const input = document.querySelector('#search')
const found = document.querySelector('#found')

if (box instanceof HTMLElement && input instanceof HTMLInputElement && found instanceof HTMLElement) {
  box.hidden = false

  const find = async () => {
    const asked = input.value
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
    const entries = words.length === 0 ? [] : await readIndex()
    // The reader may have written on while the index was loaded.
    if (input.value !== asked) return
    const hits = entries
      .filter(isForReader)
      .map((entry) => hitOf(entry, words))
      .filter((hit) => hit !== null)
    found.replaceChildren(...shown(hits.toSorted((one, other) => one.rank - other.rank).slice(0, MOST_HITS)))
    found.hidden = words.length === 0
  }

  /** @param {number} step */
  const move = (step) => {
    const stops = [input, ...found.querySelectorAll('a')]
    const at = stops.findIndex((each) => each === document.activeElement)
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus()
  }

  input.addEventListener('input', () => void find())
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      found.hidden = true
      input.value = ''
      input.blur()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && event.target === input) {
      found.querySelector('a')?.click()
    }
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === input) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}
