import type { ReactNode } from 'react';
import { foldersAbove, type PlacedItem } from '../../state/items/item.ts';
import { texts } from '../../texts/texts.ts';

const namesOf = (item: PlacedItem): readonly string[] => {
  const folders = foldersAbove(item);
  return folders.length === 0 ? [texts.files.top] : folders;
};

/** The folders above an item in one line. Where it is too long, those above the last one are truncated first. */
export function PlaceText({ item }: { item: PlacedItem }): ReactNode {
  const names = namesOf(item);
  return (
    <bdi title={names.join(' / ')} className="flex min-w-0 max-w-full">
      {names.length > 1 && (
        <>
          <span className="min-w-0 shrink-[9999] truncate">{names.slice(0, -1).join(' / ')}</span>
          <span className="whitespace-pre"> / </span>
        </>
      )}
      <span className="min-w-0 truncate">{names.at(-1)}</span>
    </bdi>
  );
}

/** The same in a few words, for a line with other facts: the folders in the middle are left out. */
export function briefPlace(item: PlacedItem): string {
  const names = namesOf(item);
  return (names.length > 2 ? [...names.slice(0, 1), '…', ...names.slice(-1)] : names).join(' / ');
}
