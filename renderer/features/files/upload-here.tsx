import type { ReactNode } from 'react';
import { UploadMenu } from '../../parts/upload-menu.tsx';
import { useBridge } from '../../state/bridge/bridge.ts';
import { useSession } from '../../state/bridge/session.ts';
import { sendPicked } from '../../state/uploads/picked-files.ts';
import type { DropDestination } from '../../state/uploads/upload-batch.ts';
import { texts } from '../../texts/texts.ts';

/** Uploads files or a folder into the current folder. Null: not allowed here. */
export function UploadHere({ destination }: { destination: DropDestination | null }): ReactNode {
  const bridge = useBridge();
  const { drops } = useSession();
  return (
    <UploadMenu
      isDisabled={destination === null}
      entries={[
        { id: 'files', label: texts.actions.uploadFiles },
        { id: 'folder', label: texts.actions.uploadFolder },
      ]}
      onEntry={(id) => (id === 'folder' ? 'folder' : 'files')}
      onPicked={(files) => {
        if (destination !== null) sendPicked(bridge, drops, destination, files);
      }}
    />
  );
}
