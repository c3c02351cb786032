import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { followed } from '../location.ts'

interface PageProps {
  readonly title: string
  readonly lead?: string
  /** The action of the page, beside its title. */
  readonly action?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page's title takes the focus when a link or an address leads there, so that a screen reader says where one is. */
export const Page = ({ title, lead, action, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Model gateway`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [followed.value])
  return (
    <>
      <header class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </>
  )
}
