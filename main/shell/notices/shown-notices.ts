import { readIds, writeIds } from './kept-ids.ts';

/** The notices that were already shown, kept across restarts so that none is repeated. */
export type ShownNotices = {
  /** Records an id. True the first time, once it is stored; false afterwards. */
  markShown(id: string): Promise<boolean>;
};

/** Number of stored ids, newest first. The engine emits each event once, so older ones never recur. */
const mostIds = 1_000;

/** Opens the list in `file`. If it cannot be written, `warn` is called, and a restart may repeat a notice. */
export async function openShownNotices(file: string, warn: (cause: unknown) => void): Promise<ShownNotices> {
  const shown = new Set(await readIds(file));
  let writing: Promise<void> = Promise.resolve();
  return {
    async markShown(id) {
      if (shown.has(id)) return false;
      shown.add(id);
      const ids = [...shown].slice(-mostIds);
      writing = writing.then(() => writeIds(file, ids)).catch(warn);
      await writing;
      return true;
    },
  };
}
