// How a process that goes on for long begins: on the Node that serves fastest, with memory settings of its own. Like
// require-node.js this is old JavaScript.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The major version of the Node in bin/serving-node. */
const SERVING_MAJOR = 26

/**
 * How the C library of Linux keeps memory that Node frees. By itself it has up to eight areas a core, where free memory
 * in one serves no other, and gives nothing back below some growing size. It reads this as a process begins.
 */
const MALLOC_SETTINGS = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '4194304' }

/**
 * The environment with which a process that goes on for long begins anew, so that it keeps less memory; null where it
 * began so, where an operator has settings of their own, and where this Node or system has no such thing.
 * @param {{ platform: string, env: Readonly<Record<string, string | undefined>>, execve?: unknown }} running
 * @returns {Readonly<Record<string, string | undefined>> | null}
 */
export const thriftyEnvironment = ({ platform, env, execve }) => {
  const isKnown = platform === 'linux' && typeof execve === 'function'
  const isSet = Object.keys(MALLOC_SETTINGS).some((name) => env[name] !== undefined)
  return isKnown && !isSet ? { ...env, ...MALLOC_SETTINGS } : null
}

/**
 * Whether a Node starts here with these flags. A process that may start no other (`--permission`) cannot know.
 * @param {string} node
 * @param {readonly string[]} flags
 */
const canRun = (node, flags) => {
  try {
    return spawnSync(node, [...flags, '--version'], { stdio: 'ignore' }).status === 0
  } catch {
    return false
  }
}

/**
 * The Node in bin/serving-node, where npm has brought it and this machine can run it: from 25 on Node for Linux needs
 * `libatomic.so.1`, which slim images lack (ADR 0079). Null elsewhere, where this Node is as new, and where it has a
 * flag that the other does not know.
 * @param {{
 *   platform: string, arch: string, versions: { readonly node: string }, execve?: unknown, execArgv?: readonly string[]
 * }} running
 * @returns {string | null}
 */
export const servingNode = ({ platform, arch, versions, execve, execArgv = [] }) => {
  const isOlder = Number.parseInt(versions.node, 10) < SERVING_MAJOR
  if (platform !== 'linux' || typeof execve !== 'function' || !isOlder) return null
  const path = fileURLToPath(new URL(`serving-node/node_modules/node-linux-${arch}/bin/node`, import.meta.url))
  return canRun(path, execArgv) ? path : null
}

/**
 * Puts the same program with its flags and arguments in the place of this process, which keeps its number and its
 * streams.
 * @param {string | null} node
 * @param {Readonly<Record<string, string | undefined>> | null} env
 */
const beginAnew = (node, env) => {
  if (node === null && env === null) return
  const path = node ?? process.execPath
  process.execve(path, [path, ...process.execArgv, ...process.argv.slice(1)], env ?? process.env)
}

/** Goes on as the same program on the Node that serves. */
export const beginOnServingNode = () => beginAnew(servingNode(process), null)

/** The commands that go on until a signal stops them. */
const LONG = ['serve', 'work']

/** The same for a command that goes on for long, with memory settings of its own. Any other runs as it is. */
export const beginLongCommandAnew = () => {
  if (LONG.includes(process.argv[2] ?? '')) beginAnew(servingNode(process), thriftyEnvironment(process))
}
