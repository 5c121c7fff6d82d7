/** What stands behind the last dot of a name; "" without one, and for a name that only begins with a dot. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}
