#!/usr/bin/env node
import { onGoodNode } from './require-node.js'

await onGoodNode(async () => {
  const { buildConsoleIfOld } = await import('../console/build/build-console.ts')
  await buildConsoleIfOld()
})
