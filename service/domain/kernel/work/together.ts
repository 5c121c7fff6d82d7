/** The results of works, or values that stand for works without anything to do. */
type Results<Works extends readonly unknown[]> = { -readonly [Index in keyof Works]: Awaited<Works[Index]> };

/** The failure of the work at a place of the list. */
interface Failure {
  readonly index: number;
  readonly reason: unknown;
}

/**
 * Waits for works that were started side by side, so that a database gets their statements in one round trip. It resolves or throws only
 * when all of them have ended: none may still be writing when the transaction is rolled back. It takes half the time of
 * `Promise.allSettled`, which makes four objects for each work.
 * @throws the failure of the first in the list that failed.
 */
export async function together<const Works extends readonly unknown[]>(works: Works): Promise<Results<Works>> {
  const results: unknown[] = [...works];
  const failure = await endOf(results);
  if (failure !== null) throw failure.reason;
  // Each place holds the result of the work that was there.
  return results as Results<Works>;
}

/** Puts each result in the place of its work. Resolves with the first failure of the list. */
function endOf(works: unknown[]): Promise<Failure | null> {
  return new Promise((resolve) => {
    let running = 1;
    let failure: Failure | null = null;
    const end = () => {
      running -= 1;
      if (running === 0) resolve(failure);
    };
    for (const [index, work] of works.entries()) {
      if (!(work instanceof Promise)) continue;
      running += 1;
      const succeed = (result: unknown) => {
        works[index] = result;
        end();
      };
      const fail = (reason: unknown) => {
        if (failure === null || index < failure.index) failure = { index, reason };
        end();
      };
      work.then(succeed, fail);
    }
    end();
  });
}
