import { plural } from './plural.ts';

/** Trash. */
export const trashTexts = {
  trash: {
    title: 'Trash',
    detail:
      'What was deleted on the service stays here until it is deleted for good. It comes back to the folder it was in, or to All files when that is gone.',
    nothing: 'The trash is empty',
    nothingDetail: 'What you delete on the service, or what Tandem deletes there for you, can be restored from here.',
    deleted: (when: string): string => `deleted ${when}`,
    restore: 'Restore',
    restoreOf: (name: string): string => `Restore ${name}`,
    purge: 'Delete for good',
    purgeOf: (name: string): string => `Delete for good: ${name}`,
    empty: 'Empty the trash…',
    purgeTitle: (count: number, name: string): string =>
      count === 1 ? `Delete “${name}” for good?` : `Delete ${plural(count, { one: 'item', other: 'items' })} for good?`,
    purgeDetail: 'All versions go with it. This cannot be undone.',
  },
} as const;
