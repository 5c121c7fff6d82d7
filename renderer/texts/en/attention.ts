import { plural } from './plural.ts';

/** Attention. */
export const attentionTexts = {
  attention: {
    title: 'Attention',
    nothing: 'Nothing needs you',
    nothingDetail: 'Conflicts, held deletes and everything that does not go on by itself show up here.',
    conflicts: (count: number): string => plural(count, { one: 'conflict', other: 'conflicts' }),
    decide: 'Decide',
    decideOf: (path: string): string => `Decide about ${path}`,
    keepBothOf: (path: string): string => `Keep both versions of ${path}`,
    changes: (count: number): string => plural(count, { one: 'change', other: 'changes' }),
    nextChange: 'Next change',
    previousChange: 'Previous change',
    sureOfNeither: 'Not sure? Keep both',
    sureDetail: 'Both files stay, each under a name of its own.',
    compare: 'Compare',
    compareOf: (path: string): string => `Compare both versions of ${path}`,
    held: 'Held until you decide',
    heldWords: {
      deletes: { restore: 'Restore all', apply: 'Delete everywhere' },
      rewrites: { restore: 'Restore previous versions', apply: 'Apply new versions' },
    },
    heldCounts: (count: number, bytes: string): string => `${plural(count, { one: 'item', other: 'items' })}, ${bytes}`,
    showList: 'Show the list',
    hideList: 'Hide the list',
    back: 'All that needs attention',
    changedTwice: (name: string): string => `${name} was changed in two places`,
    whose: { mine: 'Yours', theirs: 'Theirs' },
    textOf: { mine: 'Text of your version', theirs: 'Text of their version' },
    isCopy: (path: string): string => (path === '' ? 'Kept under a conflict name' : `Kept as “${path}”`),
    hasName: 'Has the name now',
    notShown: 'This content cannot be shown here. Open it from its folder to look at it.',
    goesOn: 'The text goes on; only its beginning is shown.',
    keep: { mine: 'Keep mine', theirs: 'Keep theirs', both: 'Keep both' },
    undoHint: 'You can undo this in Activity.',
  },
} as const;
