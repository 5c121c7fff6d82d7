import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { MenuButton, type MenuEntry } from '../components/controls/menu-button.tsx';
import { texts } from '../texts/texts.ts';

/** The way of the keyboard to what drag and drop does: a file picker, for files or for a whole folder. */
export function UploadMenu({
  entries,
  isDisabled,
  onEntry,
  onPicked,
}: {
  entries: readonly MenuEntry[];
  isDisabled: boolean;
  /** An entry was pressed: which of the two it picks. */
  onEntry: (id: string) => 'files' | 'folder';
  onPicked: (files: Iterable<File>) => void;
}): ReactNode {
  const filePicker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const refFolderPicker = (input: HTMLInputElement | null): void => {
    // React has no property for it.
    if (input !== null) input.webkitdirectory = true;
    folderPicker.current = input;
  };
  const picker = {
    type: 'file',
    multiple: true,
    tabIndex: -1,
    className: 'hidden',
    onChange: ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
      onPicked(input.files ?? []);
      // So that the same files can be chosen once more.
      input.value = '';
    },
  } as const;
  return (
    <>
      <MenuButton
        label={texts.actions.upload}
        kind="primary"
        isDisabled={isDisabled}
        entries={entries}
        onAction={(id) => (onEntry(id) === 'folder' ? folderPicker : filePicker).current?.click()}
      >
        <Upload aria-hidden className="size-4" />
        {texts.actions.upload}
      </MenuButton>
      <input ref={filePicker} {...picker} aria-label={texts.actions.uploadFiles} />
      <input ref={refFolderPicker} {...picker} aria-label={texts.actions.uploadFolder} />
    </>
  );
}
