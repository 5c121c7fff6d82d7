import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { MenuButton } from '../../components/menu-button.tsx';
import { useBridge } from '../../state/bridge.ts';
import type { DropDestination } from '../../state/drop-batch.ts';
import { sendPicked } from '../../state/picked-files.ts';
import { useSession } from '../../state/session.ts';
import { texts } from '../../style/texts.ts';

/** The way of the keyboard to what drag and drop does: files, or a whole folder, into the folder shown. Null: nothing may go there. */
export function UploadHere({ destination }: { destination: DropDestination | null }): ReactNode {
  const bridge = useBridge();
  const { drops } = useSession();
  const filePicker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const refFolderPicker = (input: HTMLInputElement | null): void => {
    // React has no property for it.
    if (input !== null) input.webkitdirectory = true;
    folderPicker.current = input;
  };
  const upload = (input: HTMLInputElement): void => {
    if (destination !== null) sendPicked(bridge, drops, destination, input.files ?? []);
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
        isDisabled={destination === null}
        entries={[
          { id: 'files', label: texts.actions.uploadFiles },
          { id: 'folder', label: texts.actions.uploadFolder },
        ]}
        onAction={(id) => (id === 'folder' ? folderPicker : filePicker).current?.click()}
      >
        <Upload aria-hidden className="size-4" />
        {texts.actions.upload}
      </MenuButton>
      <input ref={filePicker} {...picker} aria-label={texts.actions.uploadFiles} />
      <input ref={refFolderPicker} {...picker} aria-label={texts.actions.uploadFolder} />
    </>
  );
}
