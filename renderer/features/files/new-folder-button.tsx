import { FolderPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { NameDialog } from './acts/name-dialog.tsx';

export function NewFolderButton({ parentId, isDisabled }: { parentId: string; isDisabled: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const create = useServiceAction((bridge, name: string) =>
    callService(bridge, 'createFolder', { body: { name, parent: { id: parentId } } }),
  );
  const close = (): void => {
    setOpen(false);
    create.reset();
  };
  return (
    <>
      <Button isDisabled={isDisabled} onPress={() => setOpen(true)}>
        <FolderPlus aria-hidden className="size-4" />
        {texts.files.newFolder}
      </Button>
      {isOpen && (
        <NameDialog
          title={texts.files.newFolder}
          action={texts.files.create}
          isPending={create.isPending}
          error={create.error}
          onName={(name) => create.mutate(name, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}
