import type { ReactNode } from 'react';
import { callService, useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { NameDialog } from './name-dialog.tsx';

/** Asks for the name of a new folder, and creates it. */
export function NewFolderDialog({
  parentId,
  title,
  onCreated,
  onClose,
}: {
  parentId: string;
  title: string;
  /** Unless the dialog was closed before the answer. */
  onCreated?: () => void;
  onClose: () => void;
}): ReactNode {
  const create = useServiceAction((bridge, name: string) =>
    callService(bridge, 'createFolder', { body: { name, parent: { id: parentId } } }),
  );
  const created = (): void => {
    onClose();
    onCreated?.();
  };
  return (
    <NameDialog
      title={title}
      action={texts.files.create}
      isPending={create.isPending}
      error={create.error}
      onName={(name) => create.mutate(name, { onSuccess: created })}
      onClose={onClose}
    />
  );
}
