import { plural } from '../frame/plural.ts';

/** Trash. */
export const trashTexts = {
  trash: {
    title: 'Trash',
    tabs: { remote: 'On the service', local: 'On this computer' },
    local: 'What left this computer',
    localDetail:
      'Before Tandem takes a file or a folder away from this computer, because it was deleted or replaced on the service, it puts it here.',
    localNothing: 'The trash of this computer is empty',
    localNothingDetail: 'What Tandem deletes or replaces here shows up in this list first, and can be put back.',
    localSize: (size: string): string => `${size} in all`,
    localFrom: (path: string): string => `from ${path}`,
    localRestored: (name: string, path: string): string => `“${name}” is back at ${path}.`,
    localPurgeDetail: 'It is gone from this computer for good. This cannot be undone.',
    localItems: (count: number): string => plural(count, { one: 'item', other: 'items' }),
    kept: 'How long things stay',
    keptForever: 'Without an end',
    keptDay: (count: number): string => plural(count, { one: 'day', other: 'days' }),
    keptBytes: 'At most',
    keptAll: 'Whatever it takes',
    keptDetail: 'What is older, or beyond this size, is deleted for good, the oldest first.',
    keptSwept: (count: number): string =>
      `${plural(count, { one: 'thing was', other: 'things were' })} deleted for good at once.`,
    restored: (name: string, folder: string): string => `“${name}” is back in “${folder}”.`,
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
