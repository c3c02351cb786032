import { useLayoutEffect, useRef } from 'preact/hooks'
import type { RefObject } from 'preact'

/**
 * A part of the page that keeps the focus: where what has it there is taken away, the first field of the part gets it,
 * or the part itself.
 */
export const useKeptFocus = <A extends HTMLElement>(): RefObject<A | null> => {
  const place = useRef<A>(null)
  const hadFocus = place.current?.contains(document.activeElement) === true
  useLayoutEffect(() => {
    if (!hadFocus || document.activeElement !== document.body) return
    const field = place.current?.querySelector('textarea')
    ;(field ?? place.current)?.focus({ preventScroll: true })
  })
  return place
}
