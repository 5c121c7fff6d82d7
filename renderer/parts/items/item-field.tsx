import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { texts } from '../../texts/texts.ts';
import { type ChosenItem, ItemDialog } from './item-dialog.tsx';

/** A field to choose a file or folder by browsing. */
export function ItemField({
  label,
  types,
  item,
  onChoose,
}: {
  label: string;
  types: readonly ('file' | 'folder')[];
  item: ChosenItem | null;
  onChoose: (item: ChosenItem) => void;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const chosen = (next: ChosenItem): void => {
    setAsking(false);
    onChoose(next);
  };
  return (
    <div className="flex items-end justify-between gap-2">
      <div className="min-w-0">
        <div className="text-dim text-small">{label}</div>
        <div dir="auto" className="w-fit max-w-full truncate">
          {item === null ? '–' : item.name}
        </div>
      </div>
      <Button onPress={() => setAsking(true)}>{texts.manage.choose}</Button>
      {isAsking && (
        <ItemDialog
          title={label}
          types={types}
          isPending={false}
          refused={null}
          onItem={chosen}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
