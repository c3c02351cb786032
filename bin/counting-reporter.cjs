// Mocha loads reporters with require(), so this is CommonJS.
const { reporters } = require('mocha')

/** A process with nothing left to do has exited by then. */
const LINGER_MS = 3000

/**
 * The usual report, and the counts to the parent process.
 * @param {import('mocha').Runner} runner
 * @param {import('mocha').MochaOptions} options
 */
module.exports = function CountingReporter(runner, options) {
  runner.once('end', () => {
    const { passes, failures } = runner.stats ?? { passes: 0, failures: 1 }
    if (process.send === undefined) return
    process.send({ passes, failures })
    // A listener for messages (exit hooks have one) keeps the channel open, and that is no leak of a test.
    process.channel?.unref()
    // An unreferenced timer: it fires only if something else keeps the process alive.
    setTimeout(() => process.send?.({ open: process.getActiveResourcesInfo() }), LINGER_MS).unref()
  })
  return new reporters.Spec(runner, options)
}
