import type { ComponentChildren } from 'preact'
import { goTo, location } from '../location.ts'

interface LinkProps {
  readonly to: string
  readonly children: ComponentChildren
  readonly look?: string
  /** For entries of a menu: marked where the address is this one or below it, or only where it is exactly this one. */
  readonly marksPlace?: true | 'exactly'
}

const isHere = (to: string, how: true | 'exactly'): boolean => {
  const path = location.value.split(/[?#]/, 1)[0] ?? '/'
  return path === to || (how === true && to !== '/' && path.startsWith(`${to}/`))
}

/** A link inside the console; with a modifier key it opens as any other link does. */
export const Link = ({ to, children, look = '', marksPlace }: LinkProps) => (
  <a
    href={to}
    class={look}
    {...(marksPlace !== undefined && isHere(to, marksPlace) ? { 'aria-current': 'page' } : {})}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
      event.preventDefault()
      goTo(to)
    }}
  >
    {children}
  </a>
)
