/** Called when the measured time begins, after the run-up, and with the number of works when it has ended. */
export type Watch = { begin(): void; end(done: number): void };

/** How often `work` can be done in a second, by so many at once, measured over so many seconds after a short run-up. */
export async function perSecond(
  work: (count: number) => Promise<void>,
  { parallel = 8, seconds = 4, watch }: { parallel?: number; seconds?: number; watch?: Watch } = {},
): Promise<number> {
  let count = 0;
  const runFor = async (limitMs: number, watching?: Watch) => {
    watching?.begin();
    const started = performance.now();
    let done = 0;
    const one = async () => {
      while (performance.now() - started < limitMs) {
        await work(++count);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: parallel }, one));
    watching?.end(done);
    return done / ((performance.now() - started) / 1000);
  };
  await runFor(1000);
  return Math.round(await runFor(seconds * 1000, watch));
}

/** The value below which a share of the numbers lies. */
export function quantile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((left, right) => left - right);
  return inOrder[Math.floor(share * (inOrder.length - 1))] ?? 0;
}
