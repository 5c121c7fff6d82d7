import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { MenuButton } from '../components/controls/menu/menu-button.tsx';
import type { MenuEntry } from '../components/controls/menu/menu-panel.tsx';
import { texts } from '../texts/texts.ts';

/** The keyboard alternative to drag and drop: a picker for files or a whole folder. */
export function UploadMenu({
  entries,
  isDisabled,
  onEntry,
  onPicked,
}: {
  entries: readonly MenuEntry[];
  isDisabled: boolean;
  /** Called for a menu entry; returns which picker to open. */
  onEntry: (id: string) => 'files' | 'folder';
  onPicked: (files: Iterable<File>) => void;
}): ReactNode {
  const filePicker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const refFolderPicker = (input: HTMLInputElement | null): void => {
    // React has no prop for it.
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
      // Allows choosing the same files again.
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
