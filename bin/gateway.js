#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { beginThriftily, keepCompiledCode, makeObjectsYoung, onGoodNode } from './require-node.js'

await onGoodNode(() => {
  beginThriftily()
  makeObjectsYoung()
  keepCompiledCode(fileURLToPath(new URL('../node_modules/.cache/compiled-code', import.meta.url)))
  return import('../src/infrastructure/main.ts')
})
