import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The alerts as they are shipped. */
export const RULES_FILE = join(import.meta.dirname, '../alerts.yaml')

/** In the trial a minute lasts as many seconds: the windows, the waits and the ages of every alert shrink alike. */
const SECONDS_A_MINUTE = 5

const seconds = (minutes: string | undefined): string => `${Number(minutes) * SECONDS_A_MINUTE}s`

/** The rules of the file with short minutes, as its head promises. Everything else stays as it is shipped. */
export const readShortRules = async (): Promise<string> =>
  (await readFile(RULES_FILE, 'utf8'))
    .replace(/\[(\d+)m\]/g, (_, minutes: string) => `[${seconds(minutes)}]`)
    .replace(/for: (\d+)m/g, (_, minutes: string) => `for: ${seconds(minutes)}`)
    .replaceAll('* 60', `* ${SECONDS_A_MINUTE}`)

/** The names of all alerts of the rules. */
export const alertNamesIn = (rules: string): readonly string[] =>
  [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')
