import { signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { inBoth } from '../words/language.ts'
import { Button } from './button.tsx'

const WORDS = inBoth({ close: 'Close' }, { close: 'Закрыть' })

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /**
   * For what is seen once, such as a new key, or that stands over a form that is not sent yet: no slip of a finger
   * takes it away, only a button of its content.
   */
  readonly staysOpen?: boolean
  readonly children: ComponentChildren
}

/** What had the focus before the dialog that is just going. */
let left: Element | null = null

/**
 * Gives the focus back once a dialog is gone. The browser does so only for one that was closed, not for one that its
 * page took away when its work was done. Where the work has taken away what had the focus before, the title of the page
 * gets it. A dialog that comes in the place of this one gives it back in its turn.
 */
const focusAgain = (before: Element | null): void => {
  left = before
  queueMicrotask(() => {
    left = null
    if (document.activeElement !== document.body) return
    const place = before instanceof HTMLElement && before.isConnected ? before : document.querySelector('h1')
    place?.focus({ preventScroll: true })
  })
}

/** How many dialogs there are that stay open. */
const staying = signal(0)

/**
 * A dialog of the browser: it holds the focus from the turn in which it comes, Escape closes it, and the focus goes
 * back to where it was. The focus begins in its first field; where there is none, on its title, because a key that is
 * pressed once too often would press a button. The page hears of Escape before the dialog closes: the browser tells of
 * the end later, and a key pressed in between would open nothing. A dialog that goes on to something else puts the
 * focus on its new title, because the button that had it is gone. While one stays open no dialog takes Escape: a
 * browser would give it to the one below.
 */
export const Dialog = ({ title, onClose, staysOpen = false, children }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const ignoresEscape = staying.value > 0
  useLayoutEffect(() => {
    staying.value += +staysOpen
    const before = left ?? document.activeElement
    element.current?.showModal()
    const first =
      element.current?.querySelector<HTMLElement>('input:not([hidden]), select, textarea') ?? heading.current
    first?.focus()
    return () => {
      staying.value -= +staysOpen
      focusAgain(before)
    }
  }, [])
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [title])
  const end = (): void => {
    element.current?.close()
    onClose()
  }
  return (
    <dialog
      ref={element}
      class="dialog"
      {...{ closedby: ignoresEscape ? 'none' : 'closerequest' }}
      aria-labelledby={headingId}
      onClose={() => {
        // A browser without closedby closes a dialog at the second Escape whatever the page says of the first.
        if (ignoresEscape) element.current?.showModal()
        else if (element.current !== null) onClose()
      }}
      onCancel={(event) => {
        // A file that was not chosen in the dialog is another cancel.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!ignoresEscape) end()
      }}
    >
      <header>
        <h2 ref={heading} id={headingId} tabIndex={-1}>
          {title}
        </h2>
        {!staysOpen && (
          <Button kind="quiet" onPress={end}>
            {WORDS().close}
          </Button>
        )}
      </header>
      {children}
    </dialog>
  )
}

/** Takes one dialog away, and tells whether it was still there: the person may have closed it, or left the page. */
export type Close = () => boolean

interface OneDialog<A> {
  /** Opens the dialog of this in place of the one before. */
  open(of: A): void
  /** What is open, for the page to show. */
  readonly dialog: ComponentChildren
}

/** One dialog at a time. An answer that comes after its dialog was closed takes away none that was opened since. */
export const useDialog = <A,>(dialogOf: (of: A, close: Close) => ComponentChildren): OneDialog<A> => {
  const opened = useSignal<{ readonly of: A } | null>(null)
  const shown = opened.value
  useEffect(
    () => () => {
      opened.value = null
    },
    [],
  )
  return {
    open: (of) => {
      opened.value = { of }
    },
    dialog:
      shown !== null &&
      dialogOf(shown.of, () => {
        const isThere = opened.peek() === shown
        if (isThere) opened.value = null
        return isThere
      }),
  }
}
