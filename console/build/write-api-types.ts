import { writeFile } from 'node:fs/promises'
import { apiTypes } from './api-types.ts'
import type { ApiDocument } from './api-types.ts'

/** Asks a running service for its API document: the first argument, or the address that `npm start` uses. */
const [baseUrl = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const answer = await fetch(`${baseUrl}/v1/openapi.json`)
const document = (await answer.json()) as ApiDocument
await writeFile(new URL('../api/api-types.ts', import.meta.url), apiTypes(document))
