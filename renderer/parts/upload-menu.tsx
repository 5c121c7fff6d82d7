import { Upload } from 'lucide-react';
import { type ComponentProps, type ReactNode, useCallback, useRef } from 'react';
import { MenuButton } from '../components/controls/menu/menu-button.tsx';
import type { MenuEntry } from '../components/controls/menu/menu-panel.tsx';
import { texts } from '../texts/texts.ts';

export type Picked = 'files' | 'folder';

/** The pickers of the system, which are the keyboard alternative to drag and drop. `pick` is stable. */
export function usePicker(onPicked: (files: Iterable<File>) => void): {
  readonly pick: (what: Picked) => void;
  /** Stays drawn while a picker is open, or nothing is picked. */
  readonly drawn: ReactNode;
} {
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
  const pick = useCallback((what: Picked) => (what === 'folder' ? folderPicker : filePicker).current?.click(), []);
  const drawn = (
    <>
      <input ref={filePicker} {...picker} aria-label={texts.actions.uploadFiles} />
      <input ref={refFolderPicker} {...picker} aria-label={texts.actions.uploadFolder} />
    </>
  );
  return { pick, drawn };
}

/** A button with the ways to upload. */
export const UploadMenu = (
  props: Pick<ComponentProps<typeof MenuButton>, 'isDisabled' | 'onAction' | 'className'> & {
    entries: readonly MenuEntry[];
  },
): ReactNode => (
  <MenuButton label={texts.actions.upload} kind="primary" {...props}>
    <Upload aria-hidden className="size-4" />
    {texts.actions.upload}
  </MenuButton>
);
