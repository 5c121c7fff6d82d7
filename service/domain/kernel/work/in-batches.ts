/** Gathers values as they come into lists of this length; the last one may be shorter. */
export async function* inBatches<T>(values: AsyncIterable<T>, length: number): AsyncGenerator<readonly T[]> {
  let gathered: T[] = [];
  for await (const value of values) {
    gathered.push(value);
    if (gathered.length < length) continue;
    yield gathered;
    gathered = [];
  }
  if (gathered.length > 0) yield gathered;
}
