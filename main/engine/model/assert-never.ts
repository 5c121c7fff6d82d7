/** Ends a `switch` over a union: a new member that nobody treats does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
