#!/usr/bin/env node
import { onGoodNode } from './require-node.js'

await onGoodNode(async () => {
  const { runTests } = await import('../test/support/processes/run-tests.ts')
  process.exit(await runTests(process.argv.slice(2)))
})
