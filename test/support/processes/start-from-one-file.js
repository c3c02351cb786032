import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

// Node reads this before the program of a process that a test starts: in place of the source with which the service
// begins it loads the file into which the run has bundled it. Plain JavaScript, so that nothing is compiled for it.

const readPlaces = () => {
  const text = readFileSync(join(process.env['TEST_SERVICE_IN_ONE_FILE'] ?? '', 'places.json'), 'utf8')
  /** @type {unknown} */
  const places = JSON.parse(text)
  return /** @type {Readonly<Record<string, string | undefined>>} */ (places)
}

// The threads of the service run from its sources, as they do everywhere.
if (isMainThread) {
  const places = readPlaces()
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      const url = places[found.url]
      return url === undefined ? found : { url, format: 'module', shortCircuit: true }
    },
  })
}
