import { type ReactNode, useEffect, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { useBridge } from '../../state/bridge/bridge.ts';
import { useConnection, useSession, useStatus } from '../../state/bridge/session.ts';
import { droppedThings, filesOfDrop } from '../../state/uploads/dropped-files.ts';
import type { DropDestination } from '../../state/uploads/upload-batch.ts';
import type { UploadQueue } from '../../state/uploads/upload-queue.ts';
import { DropBatches } from './drop-batches.tsx';
import { DropOverlay } from './drop-overlay.tsx';

/**
 * Accepts files and folders dropped anywhere on the window. They go to the root under the pointer, otherwise to the first root; the overlay shows
 * which. If the host can read the disk, the engine gets their paths, otherwise their bytes.
 */
export function DropZone(): ReactNode {
  const bridge = useBridge();
  const { drops } = useSession();
  const isConnected = useConnection() === 'connected';
  const root = useStatus(({ roots }) => roots[0]);
  const folderId = root?.remoteId;
  const name = root?.name;
  const [hover, setHover] = useState<DropDestination | 'nowhere' | null>(null);

  useEffect(() => {
    const fallback = folderId === undefined || name === undefined || !isConnected ? null : { folderId, name };
    const leave = (): void => {
      markTarget(null);
      setHover(null);
    };
    const over = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      // Otherwise the browser would navigate to the file.
      event.preventDefault();
      const card = isConnected ? cardUnder(event) : null;
      markTarget(card);
      setHover((card === null ? fallback : destinationOf(card)) ?? 'nowhere');
    };
    const out = (event: DragEvent): void => {
      if (event.relatedTarget === null) leave();
    };
    const drop = (event: DragEvent): void => {
      if (!carriesFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      const card = isConnected ? cardUnder(event) : null;
      const destination = card === null ? fallback : destinationOf(card);
      leave();
      if (destination !== null) void takeDrop(bridge, drops, destination, event.dataTransfer);
    };
    const listeners = { dragover: over, dragleave: out, drop } as const;
    for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type as 'drop', listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) window.removeEventListener(type as 'drop', listener);
    };
  }, [bridge, drops, folderId, name, isConnected]);

  return (
    <>
      <DropOverlay hover={hover} />
      <DropBatches />
    </>
  );
}

async function takeDrop(
  bridge: TandemBridge,
  drops: UploadQueue,
  destination: DropDestination,
  transfer: DataTransfer,
): Promise<void> {
  // Read both before the first await: the browser empties the transfer after the event.
  const paths = [...transfer.files].map((file) => bridge.pathOf(file)).filter((path) => path !== null);
  const things = droppedThings(transfer);
  if (paths.length === 0) drops.add(destination, filesOfDrop(things));
  else drops.addPaths(destination, paths);
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

function cardUnder(event: DragEvent): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drop-folder]') : null;
}

function destinationOf(card: HTMLElement): DropDestination | null {
  const { dropFolder, dropName } = card.dataset;
  return dropFolder === undefined || dropName === undefined ? null : { folderId: dropFolder, name: dropName };
}

/** The card's own style draws the mark. */
function markTarget(card: HTMLElement | null): void {
  for (const marked of document.querySelectorAll<HTMLElement>('[data-drop-target]')) {
    if (marked !== card) delete marked.dataset['dropTarget'];
  }
  if (card !== null) card.dataset['dropTarget'] = '';
}
