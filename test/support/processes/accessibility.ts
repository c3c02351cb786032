import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

/**
 * All the rules that axe asks by itself, or those about colours. The second theme of a page needs no more: it is made
 * with `light-dark()`, which takes colours alone.
 */
const RULES = {
  all: {},
  'of colours': {
    runOnly: { type: 'tag', values: ['cat.color'] },
    // It asks for more contrast than the rules do that axe follows by itself.
    rules: { 'color-contrast-enhanced': { enabled: false } },
  },
} as const

export type AccessibilityRules = keyof typeof RULES

/** What axe finds against its rules on the page as it is. */
export const accessibilityProblems = async (
  page: Page,
  rules: AccessibilityRules = 'all',
): Promise<readonly string[]> => {
  // It stays until the page is left, and to read it takes the browser a quarter as long as to run it.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(await readFile(AXE, 'utf8'))
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${JSON.stringify(RULES[rules])})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}
