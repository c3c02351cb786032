import type { ComponentChildren } from 'preact'

interface NoticeProps {
  readonly kind: 'problem' | 'waiting' | 'done'
  readonly children: ComponentChildren
}

/** A sentence that a person has to see; it is read out when it appears. */
export const Notice = ({ kind, children }: NoticeProps) => (
  <div class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
    {children}
  </div>
)
