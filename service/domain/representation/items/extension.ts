/** The part of a name after the last dot; "" without one, and for a name that only starts with a dot. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}
