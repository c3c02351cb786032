#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { beginThriftily, keepCompiledCode, onGoodNode } from './require-node.js'

await onGoodNode(() => {
  beginThriftily()
  keepCompiledCode(fileURLToPath(new URL('../node_modules/.cache/compiled-code', import.meta.url)))
  return import('../src/infrastructure/main.ts')
})
