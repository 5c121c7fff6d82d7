/** Closes each part in turn, whatever happens to those before it, then throws the first error. */
export async function closeInOrder(parts: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of parts) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
