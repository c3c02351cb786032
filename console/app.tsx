import { render } from 'preact'
import { openSession } from './api/session.ts'
import { Console } from './console.tsx'

const root = document.getElementById('console')
if (root === null) throw new Error('the page has no place for the console')
render(<Console />, root)

void openSession()
