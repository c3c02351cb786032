import { reach } from '../api/reach.ts'

/**
 * Whether the service has another console than the one that this page began with: after an update the parts of the old
 * one are gone, however often they are asked for. False where the service does not answer.
 */
export const hasNewerConsole = async (): Promise<boolean> => {
  const script = document.querySelector('script[src]')?.getAttribute('src') ?? ''
  try {
    const answer = await reach('/', { cache: 'no-cache' })
    return answer.ok && !(await answer.text()).includes(script)
  } catch {
    return false
  }
}
