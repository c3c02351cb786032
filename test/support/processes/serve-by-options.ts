import process from 'node:process'
import { beginServing } from './serve-here.ts'
import type { TestOptions } from './serve-here.ts'

/** Serves as the gateway does, with what only tests may change. */
export const serveByOptions = async (options: TestOptions): Promise<void> => {
  const out = {
    stdout: (text: string) => void process.stdout.write(text),
    stderr: (text: string) => void process.stderr.write(text),
  }
  await beginServing(process.env, out, options)
}
