#!/usr/bin/env node
import { onGoodNode } from './require-node.js'

await onGoodNode(() => import('../src/infrastructure/main.ts'))
