#!/usr/bin/env node
import { beginOnServingNode } from './begin-anew.js'
import { onGoodNode } from './require-node.js'

await onGoodNode(async () => {
  beginOnServingNode()
  const { runTests } = await import('../test/support/processes/run-tests.ts')
  process.exit(await runTests(process.argv.slice(2)))
})
