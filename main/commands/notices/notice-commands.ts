import type { HandlersOf, HostWorld } from '../command-world.ts';

/** Which notices were read, for all windows. */
export function noticeCommands({ notices }: Pick<HostWorld, 'notices'>): HandlersOf<'notice.markRead'> {
  return {
    'notice.markRead': async (marks) => {
      notices.markRead(marks);
      return { ok: true, value: {} };
    },
  };
}
