import { Upload } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { MenuButton } from '../components/controls/menu/menu-button.tsx';
import type { MenuEntry } from '../components/controls/menu/menu-panel.tsx';
import { texts } from '../texts/texts.ts';

/** The keyboard alternative to drag and drop: a picker for files or a whole folder. */
export function UploadMenu({
  entries,
  isDisabled,
  onEntry,
  onPicked,
  children = uploadLook,
  ...look
}: {
  entries: readonly MenuEntry[];
  isDisabled: boolean;
  /** Called for a menu entry; returns which picker to open, if any. */
  onEntry: (id: string) => 'files' | 'folder' | null;
  onPicked: (files: Iterable<File>) => void;
  /** The label of the button; default: Upload. */
  children?: ReactNode;
} & Partial<Pick<ComponentProps<typeof MenuButton>, 'label' | 'className'>>): ReactNode {
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
  const open = (id: string): void => {
    const wanted = onEntry(id);
    if (wanted !== null) (wanted === 'folder' ? folderPicker : filePicker).current?.click();
  };
  return (
    <>
      <MenuButton
        label={texts.actions.upload}
        kind="primary"
        isDisabled={isDisabled}
        entries={entries}
        onAction={open}
        {...look}
      >
        {children}
      </MenuButton>
      <input ref={filePicker} {...picker} aria-label={texts.actions.uploadFiles} />
      <input ref={refFolderPicker} {...picker} aria-label={texts.actions.uploadFolder} />
    </>
  );
}

const uploadLook = (
  <>
    <Upload aria-hidden className="size-4" />
    {texts.actions.upload}
  </>
);
