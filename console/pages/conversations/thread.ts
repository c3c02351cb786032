import { signal, useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import type { ApiFailure } from '../../api/failure.ts'
import type { FurtherPages } from '../../ui/pages.tsx'

export type Message = Schemas['MessageResponse']

/** The messages of a conversation that were asked for, oldest first; the next page of them has earlier ones. */
export interface Thread extends FurtherPages {
  readonly messages: Signal<readonly Message[]>
}

/**
 * How many messages were answered or refused. The person may have left the page of one and come back before that: the
 * page that is there by then shows what came of it.
 */
export const sent = signal(0)

const LIMIT = 50

/** The service asks the provider of a video at most every few seconds, so asking more often brings nothing new. */
const POLL_EVERY_MS = 4_000

/** Messages of both lists, each once: what the second list says of a message counts. */
const merged = (before: readonly Message[], after: readonly Message[]): readonly Message[] => {
  const byId = new Map([...before, ...after].map((message) => [message.id, message]))
  return [...byId.values()]
}

/** Loads the latest messages at once, and looks after videos that are being made. */
export const useThread = (id: string): Thread => {
  const messages = useSignal<readonly Message[]>([])
  const isLoading = useSignal(true)
  const failure = useSignal<ApiFailure | null>(null)
  const earlier = useSignal<string | null>(null)
  const hasMore = useSignal(false)

  const load = async (before: string | null): Promise<void> => {
    isLoading.value = true
    failure.value = null
    const page = await call('GET /v1/me/conversations/{conversation_id}/messages', {
      path: { conversation_id: id },
      query: { limit: LIMIT, before },
    })
    isLoading.value = false
    if (!page.ok) {
      failure.value = page.failure
      return
    }
    const known = messages.peek()
    const isFirst = known.length === 0
    messages.value = before === null ? merged(known, page.value.data) : merged(page.value.data, known)
    if (before !== null || isFirst) {
      earlier.value = page.value.next_before
      hasMore.value = page.value.next_before !== null
    }
  }

  const pollPending = async (): Promise<void> => {
    for (const { id: messageId } of messages.peek().filter(({ status }) => status === 'pending')) {
      const polled = await call('POST /v1/me/conversations/{conversation_id}/messages/{message_id}/poll', {
        path: { conversation_id: id, message_id: messageId },
      })
      if (polled.ok) messages.value = messages.peek().map((each) => (each.id === messageId ? polled.value : each))
    }
  }

  useEffect(() => void load(null), [id, sent.value])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const look = async (): Promise<void> => {
      await pollPending()
      if (!isGone) timer = setTimeout(() => void look(), POLL_EVERY_MS)
    }
    timer = setTimeout(() => void look(), POLL_EVERY_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [id])

  return {
    messages,
    isLoading,
    failure,
    hasMore,
    loadNext: () => load(earlier.peek()),
  }
}
