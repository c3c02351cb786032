import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

/** What axe finds against its rules on the page as it is. */
export const accessibilityProblems = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(await readFile(AXE, 'utf8'))
  const { violations } = await page.evaluate<AxeResult>('axe.run()')
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}
