// Plain JavaScript, and old JavaScript at that: this must run on a Node too old for everything else here.

import module from 'node:module'
import v8 from 'node:v8'

const LEAST = [22, 18]

/**
 * One sentence about what is needed, or null if this Node is suitable: from 22.18 on it needs no build.
 * @param {string} version
 * @returns {string | null}
 */
export const nodeProblem = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return null
  return (
    `This needs Node ${LEAST.join('.')} or newer and runs on ${version}: ` +
    'start it with "npm start" after "npm ci", which brings a Node of its own, or install a newer Node.'
  )
}

/** Node 22 warns about each experimental feature; the tests cover those that are used here. */
export const silenceExperimentalWarnings = () => {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') console.error(warning.stack ?? `${warning.name}: ${warning.message}`)
  })
}

/**
 * Node keeps what it compiles and strips of types in this folder, so that the next start needs a quarter less processor
 * time. The folder is the package's own: one that all users of a machine can write to would be a way into the process.
 * Where it cannot be written, every start is like the first.
 * @param {string} folder
 */
export const keepCompiledCode = (folder) => void module.enableCompileCache(folder)

/**
 * V8 makes objects old at birth where most of the objects of that line of code have lived through its collections, and
 * does not take that back. Some minutes with many long streams are enough: from then on every call leaves its garbage
 * among the old objects (ADR 0064).
 */
export const makeObjectsYoung = () => v8.setFlagsFromString('--no-allocation-site-pretenuring')

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

/** The commands that go on until a signal stops them. */
const LONG = ['serve', 'work']

/** Puts the same program with its arguments in the place of this process, which keeps its number and its streams. */
export const beginThriftily = () => {
  const env = LONG.includes(process.argv[2] ?? '') ? thriftyEnvironment(process) : null
  if (env === null) return
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env)
}

const ENDING_SIGNALS = { SIGINT: 2, SIGTERM: 15 }

/**
 * The kernel drops a signal to the first process of a container where nothing listens to it: a stop during the start
 * would be lost, and the process would serve until it is killed. Until the program listens itself, such a process ends
 * here, with the exit code that a shell gives a death by the signal, as any other process does by itself.
 */
export const endOnSignals = () => {
  if (process.pid !== 1) return
  for (const [signal, number] of Object.entries(ENDING_SIGNALS)) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + number)
    })
  }
}

/**
 * Runs `start` on a suitable Node; prints what is needed on any other.
 * @param {() => Promise<unknown>} start
 */
export const onGoodNode = async (start) => {
  const problem = nodeProblem(process.versions.node)
  if (problem === null) {
    silenceExperimentalWarnings()
    await start()
    return
  }
  console.error(problem)
  process.exitCode = 1
}
