/**
 * Waits for works that were started side by side, so that a database gets their statements in one round trip. It resolves or throws only
 * when all of them have ended: none may still be writing when the transaction is rolled back.
 * @throws the failure of the first in the list that failed.
 */
export async function together<const Works extends readonly unknown[]>(
  works: Works,
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  const ends = await Promise.allSettled(works);
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  }) as { -readonly [Index in keyof Works]: Awaited<Works[Index]> };
}
