import { FilePlus, FolderPlus, FolderUp, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { floatsWhenNarrow } from '../../components/controls/button-look.ts';
import { UploadMenu } from '../../parts/upload-menu.tsx';
import { useBridge } from '../../state/bridge/bridge.ts';
import { useSession } from '../../state/bridge/session.ts';
import { sendPicked } from '../../state/uploads/picked-files.ts';
import type { DropDestination } from '../../state/uploads/upload-batch.ts';
import { texts } from '../../texts/texts.ts';
import { useNewFolder } from './new-folder-button.tsx';

const { uploadFiles, uploadFolder } = texts.actions;

/** Uploads files or a folder into the current folder. Null: not known yet. */
export function UploadHere({ destination }: { destination: DropDestination | null }): ReactNode {
  return (
    <UploadMenu
      isDisabled={destination === null}
      entries={[
        { id: 'files', label: uploadFiles },
        { id: 'folder', label: uploadFolder },
      ]}
      onEntry={(id) => (id === 'folder' ? 'folder' : 'files')}
      onPicked={useSending(destination)}
    />
  );
}

const ADD = 'add';

/** In a narrow window: everything that adds something to the current folder, above the bottom bar. */
export function AddHere({ destination }: { destination: DropDestination | null }): ReactNode {
  const newFolder = useNewFolder(destination?.folderId ?? '');
  return (
    <>
      <UploadMenu
        label={texts.actions.add}
        className={floatsWhenNarrow}
        isDisabled={destination === null}
        entries={[
          { id: 'files', label: uploadFiles, icon: FilePlus },
          { id: 'folder', label: uploadFolder, icon: FolderUp },
          { id: ADD, label: texts.files.newFolder, icon: FolderPlus },
        ]}
        onEntry={(id) => {
          if (id !== ADD) return id === 'folder' ? 'folder' : 'files';
          newFolder.open();
          return null;
        }}
        onPicked={useSending(destination)}
      >
        <Plus aria-hidden className="size-4.5" />
        {texts.actions.add}
      </UploadMenu>
      {newFolder.drawn}
    </>
  );
}

function useSending(destination: DropDestination | null): (files: Iterable<File>) => void {
  const bridge = useBridge();
  const { drops } = useSession();
  return (files) => {
    if (destination !== null) sendPicked(bridge, drops, destination, files);
  };
}
