import { FolderPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { NameDialog } from './acts/name-dialog.tsx';

export function NewFolderButton({ parentId, isDisabled }: { parentId: string; isDisabled: boolean }): ReactNode {
  const { open, drawn } = useNewFolder(parentId);
  return (
    <>
      <Button isDisabled={isDisabled} onPress={open}>
        <FolderPlus aria-hidden className="size-4" />
        {texts.files.newFolder}
      </Button>
      {drawn}
    </>
  );
}

/** Asks for the name of a new folder, and creates it. */
export function useNewFolder(parentId: string): { readonly open: () => void; readonly drawn: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const create = useServiceAction((bridge, name: string) =>
    callService(bridge, 'createFolder', { body: { name, parent: { id: parentId } } }),
  );
  const close = (): void => {
    setOpen(false);
    create.reset();
  };
  const drawn = isOpen && (
    <NameDialog
      title={texts.files.newFolder}
      action={texts.files.create}
      isPending={create.isPending}
      error={create.error}
      onName={(name) => create.mutate(name, { onSuccess: close })}
      onClose={close}
    />
  );
  return { open: () => setOpen(true), drawn };
}
