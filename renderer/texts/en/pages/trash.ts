import { plural } from '../frame/plural.ts';

/** Trash. */
export const trashTexts = {
  trash: {
    title: 'Trash',
    tabs: { remote: 'On the service', local: 'On this computer' },
    columns: { name: 'Name', from: 'Original folder', deleted: 'Deleted', size: 'Size' },
    local: 'Trash on this computer',
    localDetail: 'When a file is deleted or replaced on the service, Tandem keeps your copy here first.',
    localNothing: 'Trash is empty',
    localNothingDetail: 'Files that Tandem deletes or replaces on this computer appear here, and can be restored.',
    localSize: (size: string): string => `${size} in total`,
    localRestored: (name: string, path: string): string => `Restored “${name}” to ${path}.`,
    localPurgeDetail: 'It is permanently deleted from this computer. This can’t be undone.',
    localItems: (count: number): string => plural(count, { one: 'item', other: 'items' }),
    kept: 'Keep for',
    keptDay: (count: number): string => plural(count, { one: 'day', other: 'days' }),
    keptBytes: 'Keep at most',
    keptAll: 'No limit',
    keptDetail: 'Older files, and files beyond this size, are permanently deleted, oldest first.',
    swept: (count: number): string =>
      `Permanently deleted ${plural(count, { one: 'item', other: 'items' })} beyond these limits.`,
    lessTitle: 'Keep less in the trash on this computer?',
    lessDays: (count: number): string =>
      `Files that were put there more than ${plural(count, { one: 'day', other: 'days' })} ago are permanently deleted. This can’t be undone.`,
    lessBytes: (size: string): string =>
      `The oldest files are permanently deleted until the rest takes at most ${size}. This can’t be undone.`,
    purged: (count: number): string => `Permanently deleted ${plural(count, { one: 'item', other: 'items' })}.`,
    restored: (name: string, folder: string): string => `Restored “${name}” to “${folder}”.`,
    restoring: (count: number): string => `Restoring ${plural(count, { one: 'item', other: 'items' })}…`,
    restoredMany: (count: number): string => `Restored ${plural(count, { one: 'item', other: 'items' })}.`,
    notRestored: (name: string, why: string): string => `Can’t restore “${name}”. ${why}`,
    detail:
      'Deleted items stay here until you delete them permanently. They are restored to their original folder, or to All files if it no longer exists.',
    nothing: 'Trash is empty',
    nothingDetail: 'Items deleted on the service appear here, and can be restored.',
    restore: 'Restore',
    restoreOf: (name: string): string => `Restore ${name}`,
    purge: 'Delete permanently…',
    purgeAction: 'Delete permanently',
    empty: 'Empty Trash…',
    purgeTitle: (count: number, name: string): string =>
      count === 1
        ? `Delete “${name}” permanently?`
        : `Delete ${plural(count, { one: 'item', other: 'items' })} permanently?`,
    purging: (count: number): string => `Permanently deleting ${plural(count, { one: 'item', other: 'items' })}…`,
    purgeDetail: 'All versions are deleted too. This can’t be undone.',
  },
} as const;
