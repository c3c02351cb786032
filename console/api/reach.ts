import { signal } from '@preact/signals'

/**
 * Whether the service did not answer when the browser had lost its network, and has not answered since. The browser
 * alone cannot know: a machine without a network reaches the service that runs on it.
 */
export const isOutOfReach = signal(false)

/** Sends a request to the service. Whatever the answer says, it shows that the service can be reached. */
export const reach = async (address: string, request?: RequestInit): Promise<Response> => {
  const answer = await fetch(address, request)
  isOutOfReach.value = false
  return answer
}

window.addEventListener('offline', () => {
  reach('/v1/health').catch(() => {
    // The network may be back before the question has failed.
    isOutOfReach.value = !navigator.onLine
  })
})
window.addEventListener('online', () => {
  isOutOfReach.value = false
})
