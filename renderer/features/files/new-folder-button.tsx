import { FolderPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Tip } from '../../components/controls/tip.tsx';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { NameDialog } from './acts/name-dialog.tsx';

export function NewFolderButton({ parentId, isDisabled }: { parentId: string; isDisabled: boolean }): ReactNode {
  const { open, drawn } = useNewFolder(parentId);
  return (
    <>
      <Tip text={texts.files.newFolder}>
        <Button isDisabled={isDisabled} onPress={open} className="@max-4xl:px-2">
          <FolderPlus aria-hidden className="size-4" />
          <span className="@max-4xl:sr-only">{texts.files.newFolder}</span>
        </Button>
      </Tip>
      {drawn}
    </>
  );
}

/** Asks for the name of a new folder, and creates it. */
export function useNewFolder(parentId: string): { readonly open: () => void; readonly drawn: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const drawn = isOpen && (
    <NewFolderDialog parentId={parentId} title={texts.files.newFolder} onClose={() => setOpen(false)} />
  );
  return { open: () => setOpen(true), drawn };
}

export function NewFolderDialog({
  parentId,
  title,
  onCreated,
  onClose,
}: {
  parentId: string;
  title: string;
  onCreated?: () => void;
  onClose: () => void;
}): ReactNode {
  const create = useServiceAction(
    (bridge, name: string) => callService(bridge, 'createFolder', { body: { name, parent: { id: parentId } } }),
    onCreated,
  );
  return (
    <NameDialog
      title={title}
      action={texts.files.create}
      isPending={create.isPending}
      error={create.error}
      onName={(name) => create.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
