import { readFile } from 'node:fs/promises'
import { argv, env, stdout } from 'node:process'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

interface Job {
  readonly id: string
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
}

/** Runs samples one after another, each with its own variables, and prints what each of them printed. */
const jobs = JSON.parse(await readFile(argv[2] ?? '', 'utf8')) as readonly Job[]
const results: unknown[] = []
const write = stdout.write.bind(stdout)
let out = ''
stdout.write = (text: string | Uint8Array) => {
  out += String(text)
  return true
}
for (const { id, file, environment } of jobs) {
  Object.assign(env, environment)
  out = ''
  const error: unknown = await import(pathToFileURL(file).href).then(
    () => null,
    (reason: unknown) => reason,
  )
  results.push({ id, out, error: error === null ? null : inspect(error) })
}
write(JSON.stringify(results))
