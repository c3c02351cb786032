import { argv, pid, stdout } from 'node:process'
import { isLeft } from 'fp-ts/lib/Either.js'
import { openControl } from '../../../src/infrastructure/control/control-server.ts'
import { openDataDir } from '../../../src/infrastructure/data-dir/data-dir.ts'

// A process of its own that holds a data directory and runs three words sent to it: say, wait and die.
const lease = await openDataDir(argv[2] ?? '')
if (isLeft(lease)) throw new Error(lease.left.tag)

await openControl(lease.right, async ([word, ...rest], out) => {
  if (word === 'say') out.stdout(`${pid} says ${rest.join(' ')}\n`)
  if (word === 'wait') await new Promise<never>(() => undefined)
  if (word === 'die') process.kill(pid, 'SIGKILL')
  return 7
})
stdout.write('ready\n')
