import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { runProgram } from '../processes/child-process.ts'
import { blocksOf, STRICT_SHELL } from './code-blocks.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** The addresses that pages write: of a service on the reader's machine, and of one that the world can reach. */
const ADDRESSES = ['http://127.0.0.1:8080', 'https://api.example.com']

/** What is installed already is not installed again. */
const INSTALLS = /^npm install /

/** A block that begins with a comment of nothing but a file's name is that file: `# ~/.tool/config.toml`. */
const FILE = /^(?:#|\/\/) (~\/)?((?:[\w.-]+\/)*[\w-]+\.\w+)\n/

/** What a client sends to its makers meets a proxy that is not there. */
const ALONE = {
  HTTPS_PROXY: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1',
  no_proxy: '127.0.0.1',
}

/** A reader has no other keys. */
const NO_OTHER_KEYS = 'unset OPENAI_API_KEY OPENAI_BASE_URL ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL'

interface Pasted {
  readonly stdout: string
  /** What the page's last command, a question for `/v1/key`, says was spent: roubles. */
  readonly spent: number
}

/** Where a page is tried, and by whose key. */
interface Reader {
  readonly url: string
  readonly apiKey: string
}

/** Runs scripts in one shell, to what they print. Rejects with everything that was printed when a command fails. */
const runScripts = async (
  name: string,
  scripts: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> => {
  const script = [STRICT_SHELL, NO_OTHER_KEYS, ...scripts].join('\n\n')
  const child = runProgram('bash', ['-c', script], { cwd, env: { ...ALONE, ...env } })
  const exit = await child.ended()
  if (exit !== 0) throw new Error(`${name} ended with ${exit}\n${child.stdout()}\n${child.stderr()}`)
  return child.stdout()
}

/** Pastes what the console shows into one shell, in a directory of its own with the packages of this repository. */
export const runPasted = async (scripts: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const work = await mkdtemp(join(tmpdir(), 'gateway-pasted-'))
  try {
    await symlink(join(ROOT, 'node_modules'), join(work, 'node_modules'))
    return await runScripts('what the console shows', scripts, { cwd: work, env })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The script that runs a program in TypeScript, as one block of a shell. */
export const typescriptBlock = (program: string): string =>
  `node --input-type=module-typescript --no-warnings <<'END'\n${program}\nEND`

/**
 * Does what a page says, in a home directory and a working directory of its own: writes its files, then runs its
 * commands in one shell. Only the address differs from what the page says, and the key comes from the environment.
 * Rejects with everything that was printed when a command fails.
 */
export const pastePage = async (
  page: string,
  { url, apiKey }: Reader,
  folder: 'clients' | 'guides' = 'clients',
): Promise<Pasted> => {
  const blocks = blocksOf(await readFile(join(ROOT, 'docs', folder, page), 'utf8'))
  const home = await mkdtemp(join(tmpdir(), 'gateway-client-'))
  const work = join(home, 'work')
  const here = (text: string): string => ADDRESSES.reduce((all, address) => all.replaceAll(address, url), text)
  try {
    await mkdir(work)
    await symlink(join(ROOT, 'node_modules'), join(work, 'node_modules'))
    const scripts: string[] = []
    for (const { language, text } of blocks.filter((block) => !INSTALLS.test(block.text))) {
      const [, inHome, path] = FILE.exec(text) ?? []
      if (path === undefined) {
        // A block without a language, or of JSON, shows something: nothing runs it.
        if (language === 'sh') scripts.push(here(text))
      } else {
        const file = join(inHome === undefined ? work : home, path)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, here(text))
      }
    }
    const stdout = await runScripts(page, scripts, { cwd: work, env: { HOME: home, GATEWAY_KEY: apiKey } })
    const [, spent = '0'] = /"usage_rub":"([\d.]+)"/.exec(stdout) ?? []
    return { stdout, spent: Number(spent) }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
