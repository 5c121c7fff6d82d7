import { FilePlus, FolderOpen, FolderPlus, FolderUp, Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { floatsWhenNarrow } from '../../components/controls/button-look.ts';
import { MenuButton } from '../../components/controls/menu/menu-button.tsx';
import { Tip } from '../../components/controls/tip.tsx';
import { EmptyState } from '../../components/feedback/page-state.tsx';
import { UploadMenu } from '../../parts/upload-menu.tsx';
import { useBridge } from '../../state/bridge/bridge.ts';
import { useSession } from '../../state/bridge/session.ts';
import { uploadPicked } from '../../state/uploads/picked-files.ts';
import type { DropDestination } from '../../state/uploads/upload-batch.ts';
import { texts } from '../../texts/texts.ts';
import { NewFolderDialog } from './acts/new-folder-dialog.tsx';

/** Adds to the current folder. */
export type Adding = {
  /** The folder is not known yet. */
  readonly isDisabled: boolean;
  readonly upload: (what: string) => void;
  readonly createFolder: () => void;
};

/** The dialog outlives the buttons that open it: those of an empty folder are gone with its first item. */
export function useAdding(destination: DropDestination | null): { readonly adding: Adding; readonly drawn: ReactNode } {
  const bridge = useBridge();
  const { drops } = useSession();
  const [isNaming, setNaming] = useState(false);
  const { folderId, name } = destination ?? {};
  const adding = useMemo(
    () => ({
      isDisabled: folderId === undefined,
      upload: (what: string) => {
        if (folderId === undefined || name === undefined) return;
        uploadPicked(bridge, drops, { folderId, name }, what === 'folder' ? 'folder' : 'files');
      },
      createFolder: () => setNaming(true),
    }),
    [bridge, drops, folderId, name],
  );
  const drawn = isNaming && destination !== null && (
    <NewFolderDialog parentId={destination.folderId} title={texts.files.newFolder} onClose={() => setNaming(false)} />
  );
  return { adding, drawn };
}

const uploads = [
  { id: 'files', label: texts.actions.uploadFiles, icon: FilePlus },
  { id: 'folder', label: texts.actions.uploadFolder, icon: FolderUp },
] as const;

/** In the head of the page, where a narrow column leaves room for the icon alone. */
export const AddButtons = ({ adding: { isDisabled, upload, createFolder } }: { adding: Adding }): ReactNode => (
  <>
    <Tip text={texts.files.newFolder}>
      <Button isDisabled={isDisabled} onPress={createFolder} className="@max-4xl:px-2">
        <FolderPlus aria-hidden className="size-4" />
        <span className="@max-4xl:sr-only">{texts.files.newFolder}</span>
      </Button>
    </Tip>
    <UploadMenu isDisabled={isDisabled} entries={uploads} onAction={upload} />
  </>
);

/** In a narrow window: both in one menu above the bottom bar. */
export const AddMenu = ({ adding: { isDisabled, upload, createFolder } }: { adding: Adding }): ReactNode => (
  <MenuButton
    label={texts.actions.add}
    kind="primary"
    className={floatsWhenNarrow}
    isDisabled={isDisabled}
    entries={[...uploads, { id: ADD, label: texts.files.newFolder, icon: FolderPlus }]}
    onAction={(id) => (id === ADD ? createFolder() : upload(id))}
  >
    <Plus aria-hidden className="size-4.5" />
    {texts.actions.add}
  </MenuButton>
);

const ADD = 'add';

/** An empty folder has these buttons instead of the page. `adding`: null if your role forbids it. */
export const EmptyFolder = ({ adding }: { adding: Adding | null }): ReactNode =>
  adding === null ? (
    <EmptyState icon={FolderOpen} title={texts.files.empty} />
  ) : (
    <EmptyState icon={FolderOpen} title={texts.files.empty} detail={texts.files.emptyDetail}>
      <Button isDisabled={adding.isDisabled} onPress={adding.createFolder}>
        <FolderPlus aria-hidden className="size-4" />
        {texts.files.newFolder}
      </Button>
      <UploadMenu isDisabled={adding.isDisabled} entries={uploads} onAction={adding.upload} />
    </EmptyState>
  );
