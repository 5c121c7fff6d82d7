import { ChevronDown, Cloud } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { type ChosenFolder, FolderDialog } from '../../parts/items/folder-dialog.tsx';
import { texts } from '../../texts/texts.ts';

/** The whole account. */
export const top: ChosenFolder = { id: '0', name: '' };

/** The part of the service that syncs with this folder: everything, unless the user chooses a folder. */
export function RemoteFolder({
  place,
  onPlace,
}: {
  place: ChosenFolder | null;
  onPlace: (place: ChosenFolder) => void;
}): ReactNode {
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const named = place?.id === top.id ? texts.files.top : place?.name;
  return (
    <div className="grid gap-1">
      <span id={`${id}-label`} className="text-dim text-small">
        {texts.welcome.remote}
      </span>
      <Button
        size="large"
        className="w-full px-2.5!"
        aria-labelledby={`${id}-label ${id}-value`}
        onPress={() => setAsking(true)}
      >
        <Cloud aria-hidden className="size-4 shrink-0 text-dim" />
        <span id={`${id}-value`} dir="auto" className="min-w-0 flex-1 truncate text-start">
          {named ?? texts.welcome.chooseRemote}
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-dim" />
      </Button>
      {isAsking && (
        <FolderDialog
          title={texts.welcome.remoteTitle}
          action={texts.welcome.takeRemote}
          isPending={false}
          error={null}
          onClose={() => setAsking(false)}
          onFolder={(chosen) => {
            setAsking(false);
            onPlace(chosen);
          }}
        />
      )}
    </div>
  );
}
