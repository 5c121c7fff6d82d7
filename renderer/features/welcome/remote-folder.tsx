import { Cloud } from 'lucide-react';
import { type ReactNode, useState } from 'react';
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
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="grid gap-1">
      <span className="text-dim text-small">{texts.welcome.remote}</span>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {place !== null && (
          <span className="flex min-w-0 items-center gap-2">
            <Cloud aria-hidden className="size-4 shrink-0 text-dim" />
            <span className="truncate">
              {place.id === top.id ? texts.welcome.everything : texts.welcome.oneFolder(place.name)}
            </span>
          </span>
        )}
        <Button onPress={() => setAsking(true)}>{texts.welcome.chooseRemote}</Button>
      </div>
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
