import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { texts } from '../../texts/texts.ts';
import { type Choices, chosenAmount, type Folders } from './choices.ts';
import { SelectionTree } from './selection-tree.tsx';
import type { Selection } from './use-selection.ts';

/** The folder tree, or its placeholder, with the resulting amount below. */
export function SelectionPanel({
  selection,
  choices,
  onChoices,
  freeBytes,
  bytesHere,
  isBusy = false,
}: {
  selection: Selection;
  choices: Choices;
  onChoices: (choices: Choices) => void;
  /** Free space of the disk; null: unknown. */
  freeBytes: number | null;
  /** The bytes of the root that are already on this computer. */
  bytesHere: number;
  isBusy?: boolean;
}): ReactNode {
  const { folders, error, isListed } = selection;
  if (folders === null && error !== null) {
    return <ErrorState sentence={error.message} remedy={error.remedy} onRetry={selection.again} />;
  }
  if (folders === null) {
    return (
      <div aria-live="polite" className="grid gap-2">
        <span className="sr-only">{texts.selection.loading}</span>
        <Skeleton className="h-48" />
      </div>
    );
  }
  const isEmpty = (folders.below.get(folders.rootId) ?? []).length === 0;
  return (
    <div className="grid gap-3">
      <div className="max-h-96 min-h-20 overflow-auto rounded-card border border-line">
        {isEmpty && isListed ? (
          <EmptyState icon={FolderOpen} title={texts.selection.none} detail={texts.selection.noneDetail} />
        ) : (
          <SelectionTree selection={selection} choices={choices} onChoices={onChoices} isBusy={isBusy} />
        )}
      </div>
      <Sum folders={folders} choices={choices} freeBytes={freeBytes} bytesHere={bytesHere} isListed={isListed} />
    </div>
  );
}

function Sum({
  folders,
  choices,
  freeBytes,
  bytesHere,
  isListed,
}: {
  folders: Folders;
  choices: Choices;
  freeBytes: number | null;
  bytesHere: number;
  isListed: boolean;
}): ReactNode {
  const { files, bytes } = chosenAmount(folders, choices);
  // Existing files need no additional space.
  const isTooLarge = freeBytes !== null && bytes - bytesHere > freeBytes;
  return (
    <div aria-live="polite" className="grid gap-1">
      {!isListed && <p className="text-dim">{texts.selection.listing}</p>}
      <p className="flex flex-wrap gap-x-3 text-dense">
        <span>{texts.selection.chosen(files, bytes)}</span>
        {bytes < folders.root.bytes && (
          <span className="text-dim">{texts.selection.rest(folders.root.bytes - bytes)}</span>
        )}
        {freeBytes !== null && !isTooLarge && (
          <span className="ms-auto text-dim">{texts.selection.free(freeBytes)}</span>
        )}
      </p>
      {isTooLarge && <p className="text-warn">{texts.selection.tooLarge(freeBytes)}</p>}
    </div>
  );
}
