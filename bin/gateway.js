#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { beginThriftily, endOnSignals, keepCompiledCode, makeObjectsYoung, onGoodNode } from './require-node.js'

await onGoodNode(() => {
  beginThriftily()
  endOnSignals()
  makeObjectsYoung()
  keepCompiledCode(fileURLToPath(new URL('../node_modules/.cache/compiled-code', import.meta.url)))
  return import('../src/infrastructure/main.ts')
})
