import type { ComponentChildren } from 'preact'

interface ButtonProps {
  readonly children: ComponentChildren
  /** Absent in a form, which the button then sends. */
  readonly onPress?: () => unknown
  /** `main`: the action of the page; `danger`: what takes something away. */
  readonly kind?: 'main' | 'plain' | 'danger' | 'quiet'
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** For a button whose text does not say enough by itself. */
  readonly label?: string
}

/** A button that is busy does nothing, but keeps the focus: a person at the keyboard would lose the place otherwise. */
export const Button = ({
  children,
  onPress,
  kind = 'plain',
  isBusy = false,
  isDisabled = false,
  label,
}: ButtonProps) => (
  <button
    type={onPress === undefined ? 'submit' : 'button'}
    class={`button ${kind}`}
    disabled={isDisabled}
    aria-disabled={isBusy || isDisabled}
    aria-busy={isBusy}
    {...(label === undefined ? {} : { 'aria-label': label })}
    onClick={(event) => {
      if (isBusy) event.preventDefault()
      else void onPress?.()
    }}
  >
    {children}
  </button>
)
