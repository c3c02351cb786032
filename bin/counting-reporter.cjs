// Mocha loads reporters with require(), so this is CommonJS.
const { relative } = require('node:path')
const { reporters } = require('mocha')

/** A process with nothing left to do has exited by then. */
const LINGER_MS = 3000

/** So many files are named as the slowest of a run that has at least twice as many. */
const SLOWEST = 20

/**
 * Counts the time of each file: its tests with their hooks. Answers lines about the slowest ones.
 * @param {import('mocha').Runner} runner
 * @returns {() => readonly string[]}
 */
const slowestFiles = (runner) => {
  /** @type {Map<string, number>} */
  const spentMs = new Map()
  /** @param {import('mocha').Runnable} run */
  const count = ({ file = '', duration = 0 }) => void spentMs.set(file, (spentMs.get(file) ?? 0) + duration)
  runner.on('test end', count)
  runner.on('hook end', count)
  return () =>
    spentMs.size < 2 * SLOWEST
      ? []
      : [...spentMs]
          .sort(([, one], [, other]) => other - one)
          .slice(0, SLOWEST)
          .map(([file, ms]) => `${Math.round(ms / 1000)} s  ${relative(process.cwd(), file)}`)
}

/**
 * The usual report, the slowest files, and the counts to the parent process.
 * @param {import('mocha').Runner} runner
 * @param {import('mocha').MochaOptions} options
 */
module.exports = function CountingReporter(runner, options) {
  const slowest = slowestFiles(runner)
  runner.once('end', () => {
    const { passes, failures } = runner.stats ?? { passes: 0, failures: 1 }
    if (process.send === undefined) return
    process.send({ passes, failures })
    // A listener for messages (exit hooks have one) keeps the channel open, and that is no leak of a test.
    process.channel?.unref()
    // An unreferenced timer: it fires only if something else keeps the process alive.
    setTimeout(() => process.send?.({ open: process.getActiveResourcesInfo() }), LINGER_MS).unref()
  })
  const usual = new reporters.Spec(runner, options)
  runner.once('end', () => {
    const lines = slowest()
    if (lines.length > 0) console.log(['  the slowest files:', ...lines.map((line) => `    ${line}`), ''].join('\n'))
  })
  return usual
}
