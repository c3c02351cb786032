/**
 * The address of a file of the service at this origin: the service may name itself by another host than the page does.
 */
export const mediaPath = (url: string): string => {
  const { pathname, search } = new URL(url, window.location.origin)
  return `${pathname}${search}`
}
