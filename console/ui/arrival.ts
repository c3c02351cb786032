import { useEffect, useState } from 'preact/hooks'
import { changeQuery, query } from '../location.ts'

/**
 * What the address says under this name of how the reader came to the page; null where it says nothing. It is taken out
 * of the address, so that the page says it once: not at a reload, and not when the reader comes Back.
 */
export const useArrival = (name: string): string | null => {
  const [value] = useState(() => query().get(name))
  useEffect(() => {
    if (value !== null) changeQuery({ [name]: '' })
  }, [])
  return value
}
