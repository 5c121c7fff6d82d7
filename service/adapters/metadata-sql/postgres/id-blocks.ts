/** Ids for the transactions of one process. They are taken in blocks, so that no transaction keeps the counter from the others. */
export interface IdBlocks {
  /** Takes the next ids and returns the last of them. */
  next(count: number): Promise<number>;
  /** The same; all of them are above every id that any process has taken so far. */
  aboveAll(count: number): Promise<number>;
}

/** What a process leaves unused when it ends. */
const blockSize = 500;

/** @param take raises the counter of the database by `count`, commits, and returns its new value. */
export function createIdBlocks(take: (count: number) => Promise<number>): IdBlocks {
  let last = 0;
  let end = 0;
  let refill: Promise<void> | null = null;
  const fill = async () => {
    end = await take(blockSize);
    last = end - blockSize;
  };
  return {
    next: async (count) => {
      if (count > blockSize) return take(count);
      while (end - last < count) {
        refill ??= fill().finally(() => {
          refill = null;
        });
        await refill;
      }
      last += count;
      return last;
    },
    aboveAll: take,
  };
}
