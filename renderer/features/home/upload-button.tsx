import type { ReactNode } from 'react';
import type { RootStatus } from '../../../preload/ipc/shapes/status.ts';
import type { MenuEntry } from '../../components/controls/menu/menu-panel.tsx';
import { UploadMenu } from '../../parts/upload-menu.tsx';
import { useBridge } from '../../state/bridge/bridge.ts';
import { useSession } from '../../state/bridge/session.ts';
import { uploadPicked } from '../../state/uploads/picked-files.ts';
import { texts } from '../../texts/texts.ts';

/** Files, or a whole folder, into a sync root. */
export function UploadButton({
  roots,
  isDisabled,
  className,
}: {
  roots: readonly RootStatus[];
  isDisabled: boolean;
  className: string;
}): ReactNode {
  const bridge = useBridge();
  const { drops } = useSession();
  const choose = (id: string): void => {
    const [what, rootId] = id.split(':');
    const root = roots.find((each) => each.id === Number(rootId));
    if (root === undefined) return;
    const destination = { folderId: root.remoteId, name: root.name };
    uploadPicked(bridge, drops, destination, what === 'folder' ? 'folder' : 'files');
  };
  return (
    <UploadMenu
      className={className}
      isDisabled={isDisabled || roots.length === 0}
      entries={roots.flatMap((root) => entriesFor(root, roots.length > 1))}
      onAction={choose}
    />
  );
}

function entriesFor(root: RootStatus, withName: boolean): readonly MenuEntry[] {
  const label = (text: string): string => (withName ? `${root.name}: ${text}` : text);
  return [
    { id: `files:${root.id}`, label: label(texts.actions.uploadFiles) },
    { id: `folder:${root.id}`, label: label(texts.actions.uploadFolder) },
  ];
}
