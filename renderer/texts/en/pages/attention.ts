import { plural } from '../frame/plural.ts';

const items = (count: number): string => plural(count, { one: 'item', other: 'items' });

/** Attention. */
export const attentionTexts = {
  attention: {
    title: 'Attention',
    nothing: 'Nothing needs you',
    nothingDetail: 'Conflicts, held deletes and everything else that needs you appear here.',
    conflicts: 'Conflicts',
    decide: 'Decide',
    decideOf: (path: string): string => `Decide about ${path}`,
    keepBothOf: (path: string): string => `Keep both versions of ${path}`,
    emptyTrash: (size: string): string => `Empty Trash (${size})…`,
    chooseOf: (path: string): string => `Choose folders, to make room for ${path}`,
    rename: 'Rename',
    renameOf: (path: string): string => `Rename ${path}`,
    newNameOf: (path: string): string => `New name of ${path}`,
    nameWorks: 'This name works',
    changes: (count: number): string => plural(count, { one: 'change', other: 'changes' }),
    nextChange: 'Next change',
    previousChange: 'Previous change',
    sureOfNeither: 'Not sure? Keep both',
    /** `other`: the author of the other version; null: unknown. */
    sureDetail: (copy: 'mine' | 'theirs', name: string, other: string | null): string =>
      copy === 'mine'
        ? `${other === null ? 'The other version' : `${other}’s version`} keeps the name. Yours stays beside it as “${name}”.`
        : `Yours keeps the name. ${other === null ? 'The other version' : `${other}’s version`} stays beside it as “${name}”.`,
    compare: 'Compare',
    compareOf: (path: string): string => `Compare both versions of ${path}`,
    held: { deletes: 'Deletions on hold', rewrites: 'Changes on hold' },
    names: 'Names',
    others: 'Not synced yet',
    summary: (count: number): string => `${items(count)}. Nothing has been lost.`,
    heldUntil: {
      deletes: {
        'to-remote': 'Nothing is deleted on the service until you decide',
        'to-local': 'Nothing is deleted on this computer until you decide',
      },
      rewrites: {
        'to-remote': 'Nothing is replaced on the service until you decide',
        'to-local': 'Nothing is replaced on this computer until you decide',
      },
    },
    heldWords: {
      deletes: { restore: 'Restore all', apply: 'Delete everywhere' },
      rewrites: { restore: 'Restore previous versions', apply: 'Apply new versions' },
    },
    /** Items that could not be restored stay held. */
    heldPartly: (restored: number, failed: number): string =>
      `Restored ${plural(restored, { one: 'item', other: 'items' })}. ${plural(failed, { one: 'item', other: 'items' })} can’t be restored.`,
    heldDone: {
      deletes: {
        restore: (count: number): string => `Restoring ${items(count)}.`,
        apply: (count: number): string => `Deleting ${items(count)} everywhere. You can undo this in Activity.`,
      },
      rewrites: {
        restore: (count: number): string => `Restoring previous versions of ${items(count)}.`,
        apply: (count: number): string => `Applying new versions of ${items(count)}. You can undo this in Activity.`,
      },
    },
    showList: 'Show files',
    hideList: 'Hide files',
    back: 'All that needs attention',
    placeOf: (at: number, of: number): string => `${at} of ${of}`,
    previousConflict: 'Previous conflict',
    nextConflict: 'Next conflict',
    whose: { mine: 'Your version', theirs: 'The other version' },
    versionOf: (name: string): string => `${name}’s version`,
    bothChanged: (name: string): string => `You and ${name} both changed this file. Both versions are safe.`,
    bothSafe: 'Both versions are safe.',
    otherLineEnds: 'The line endings differ (Windows and Unix).',
    textOf: { mine: 'Text of your version', theirs: 'Text of the other version' },
    textOfBoth: 'Text of both versions',
    layout: 'Comparison',
    layouts: { sides: 'Side by side', inline: 'Inline' },
    notShown: 'This content can’t be shown here. Open the file from its folder.',
    goesOn: 'Only the beginning of the text is shown.',
    keep: { mine: 'Keep your version', theirs: 'Keep the other version', both: 'Keep both' },
    keepVersionOf: (name: string): string => `Keep ${name}’s version`,
    kept: {
      mine: (file: string): string => `Kept your version of “${file}”.`,
      theirs: (file: string, other: string | null): string =>
        `Kept ${other === null ? 'the other version' : `${other}’s version`} of “${file}”.`,
      both: (file: string): string => `Kept both versions of “${file}”.`,
    },
    undoHint: 'You can undo this in Activity.',
  },
  kept: {
    title: 'On this computer only',
    keep: 'Keep on this computer only',
    sync: 'Sync again',
    state: 'Doesn’t sync',
    done: (name: string): string => `“${name}” stays on this computer only.`,
    undone: (name: string): string => `“${name}” syncs again.`,
  },
} as const;
