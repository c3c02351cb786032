import { argv, exit, stdout } from 'node:process'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describeDataDirFailure, openDataDir } from '../../../src/infrastructure/data-dir/data-dir.ts'

// A process of its own that takes a data directory, says how it went, and holds it until it is killed.
const lease = await openDataDir(argv[2] ?? '')
if (isLeft(lease)) {
  stdout.write(`${JSON.stringify({ ...lease.left, sentence: describeDataDirFailure(lease.left) })}\n`)
  exit(3)
}
stdout.write(`${JSON.stringify({ tag: 'held' })}\n`)
setInterval(() => undefined, 1000)
