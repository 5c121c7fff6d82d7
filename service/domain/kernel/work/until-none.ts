/** Repeats a step of a job until it finds nothing more to do. Returns the sum of what the steps did. */
export async function untilNone(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let count = await step(); count > 0; count = await step()) total += count;
  return total;
}
