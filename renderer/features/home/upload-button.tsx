import { Upload } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { RootStatus } from '../../../preload/ipc/status.ts';
import { MenuButton } from '../../components/menu-button.tsx';
import { useBridge } from '../../state/bridge.ts';
import { sendPicked } from '../../state/picked-files.ts';
import { useSession } from '../../state/session.ts';
import { texts } from '../../style/texts.ts';

/** The way of the keyboard to what drag and drop does: a file picker, for files or for a whole folder, into a sync root. */
export function UploadButton({ roots, isDisabled }: { roots: readonly RootStatus[]; isDisabled: boolean }): ReactNode {
  const bridge = useBridge();
  const { drops } = useSession();
  const [rootId, setRootId] = useState<number | null>(null);
  const filePicker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const refFolderPicker = (input: HTMLInputElement | null): void => {
    // React has no property for it.
    if (input !== null) input.webkitdirectory = true;
    folderPicker.current = input;
  };

  const pick = (id: string): void => {
    const [what, root] = id.split(':');
    setRootId(Number(root));
    (what === 'folder' ? folderPicker : filePicker).current?.click();
  };
  const upload = (input: HTMLInputElement): void => {
    const root = roots.find(({ id }) => id === rootId);
    if (root === undefined) return;
    sendPicked(bridge, drops, { folderId: root.remoteId, name: root.name }, input.files ?? []);
    // So that the same files can be chosen once more.
    input.value = '';
  };
  const picker = {
    type: 'file',
    multiple: true,
    tabIndex: -1,
    className: 'hidden',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => upload(currentTarget),
  } as const;

  return (
    <>
      <MenuButton
        label={texts.actions.upload}
        kind="primary"
        isDisabled={isDisabled || roots.length === 0}
        entries={roots.flatMap((root) => entriesFor(root, roots.length > 1))}
        onAction={pick}
      >
        <Upload aria-hidden className="size-4" />
        {texts.actions.upload}
      </MenuButton>
      <input ref={filePicker} {...picker} aria-label={texts.actions.uploadFiles} />
      <input ref={refFolderPicker} {...picker} aria-label={texts.actions.uploadFolder} />
    </>
  );
}

function entriesFor(root: RootStatus, withName: boolean): readonly { id: string; label: string }[] {
  const label = (text: string): string => (withName ? `${root.name}: ${text}` : text);
  return [
    { id: `files:${root.id}`, label: label(texts.actions.uploadFiles) },
    { id: `folder:${root.id}`, label: label(texts.actions.uploadFolder) },
  ];
}
