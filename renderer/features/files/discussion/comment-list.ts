import { callService, SERVICE } from '../../../state/service/service.ts';
import { type List, useList } from '../../../state/service/use-list.ts';
import type { Comment } from './threads.ts';

/** As many as are drawn at once. The newest part has between half and all of it, so that its start stays the same while comments arrive. */
const PART = 400;
const STEP = PART / 2;

/** The comments on a file and the answers to them, newest first. The service lists the oldest first, so the parts are read from the end. */
export function useComments(fileId: string, isWanted = true): List<Comment> {
  return useList<Comment>({
    isWanted,
    key: [SERVICE, 'listComments', fileId, 'newest'],
    read: async (bridge, marker) => {
      const readAt = (offset: number, limit: number) =>
        callService(bridge, 'listComments', { params: { file_id: fileId }, query: { offset, limit } });
      const newestFirst = (entries: readonly Comment[], start: number) => ({
        entries: entries.toReversed(),
        next: start === 0 ? null : String(start),
      });
      if (marker !== null) {
        const start = Math.max(0, Number(marker) - STEP);
        return newestFirst((await readAt(start, Number(marker) - start)).entries, start);
      }
      const first = await readAt(0, PART);
      const total = first.total_count ?? first.entries.length;
      if (total <= PART) return newestFirst(first.entries, 0);
      const start = Math.floor((total - 1) / STEP) * STEP - STEP;
      return newestFirst((await readAt(start, PART)).entries, start);
    },
  });
}
