import { Upload } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { LatePlace } from '../../components/feedback/late-place.tsx';
import { lazyWithRetry } from '../../components/feedback/lazy-with-retry.ts';
import { usePreloaded } from '../../components/feedback/use-preloaded.ts';
import { DropHint, type Hint } from '../../parts/drag/drop-hint.tsx';
import { type DropTarget, dropTargetAt, markTarget } from '../../parts/drag/drop-target.ts';
import { useSpring } from '../../parts/drag/spring.ts';
import { useBridge } from '../../state/bridge/bridge.ts';
import { useConnection, useSession, useStatus } from '../../state/bridge/session.ts';
import { useStore } from '../../state/bridge/store.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { keepText } from '../../state/preferences/kept-text.ts';
import { droppedThings, filesOfDrop } from '../../state/uploads/dropped-files.ts';
import type { DropDestination } from '../../state/uploads/upload-batch.ts';
import type { UploadQueue } from '../../state/uploads/upload-queue.ts';
import { texts } from '../../texts/texts.ts';

const DropBatches = lazyWithRetry(async () => (await import('./drop-batches.tsx')).DropBatches);

/**
 * Accepts files and folders that are dropped anywhere on the page and come from outside of Tandem. They go to the root under the pointer, otherwise to
 * the first root; the overlay shows which. If the host can read the disk, the engine gets their paths, otherwise their bytes. A folder dropped where
 * one is added becomes a root.
 */
export function DropZone(): ReactNode {
  const bridge = useBridge();
  const { drops } = useSession();
  const isConnected = useConnection() === 'connected';
  // The root itself changes with every status while files sync.
  const folderId = useStatus(({ roots }) => roots[0]?.remoteId) ?? undefined;
  const name = useStatus(({ roots }) => roots[0]?.name) ?? undefined;
  const spring = useSpring();
  const [hover, setHover] = useState<Hover>(null);

  useEffect(() => {
    const fallback = folderId === undefined || name === undefined || !isConnected ? null : { folderId, name };
    const placeAt = (at: EventTarget | null): { target: DropTarget | null; place: Place | null } => {
      if (!isOnPage(at)) return { target: null, place: null };
      const target = isConnected ? dropTargetAt(at) : null;
      return { target, place: target === null ? fallback : placeOf(target) };
    };
    const leave = (): void => {
      markTarget(null);
      spring.stop();
      setHover(null);
    };
    const over = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      // Otherwise the browser would navigate to the file.
      event.preventDefault();
      const { target, place } = placeAt(event.target);
      markTarget(place === null ? null : target);
      spring.over(target, event);
      setHover((before) => (isSame(before, place) ? before : (place ?? 'nowhere')));
    };
    const out = (event: DragEvent): void => {
      if (event.relatedTarget === null) leave();
    };
    const drop = (event: DragEvent): void => {
      if (!carriesFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      const { place } = placeAt(event.target);
      leave();
      if (place === 'add') addFolder(bridge, event.dataTransfer);
      else if (place !== null) void takeDrop(bridge, drops, place, event.dataTransfer);
    };
    const listeners = { dragstart: markOwn, dragover: over, dragleave: out, drop } as const;
    for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type as 'drop', listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) window.removeEventListener(type as 'drop', listener);
    };
  }, [bridge, drops, folderId, name, isConnected, spring]);

  return (
    <>
      <DropHint hint={hintOf(hover)} icon={Upload} isFramed />
      <Batches />
    </>
  );
}

/** The upload tray, once there is something in it. */
function Batches(): ReactNode {
  usePreloaded(DropBatches);
  const hasSome = useStore(useSession().drops).length > 0;
  return (
    hasSome && (
      <LatePlace>
        <DropBatches />
      </LatePlace>
    )
  );
}

/** Where a drop goes. `add`: to the setup of another synced folder. */
type Place = DropDestination | 'add';
type Hover = Place | 'nowhere' | null;

const isSame = (hover: Hover, next: Place | null): boolean => idOf(hover) === idOf(next ?? 'nowhere');

const idOf = (hover: Hover): string | null => (hover === null || typeof hover === 'string' ? hover : hover.folderId);

function hintOf(hover: Hover): Hint | null {
  if (hover === null) return null;
  if (hover === 'nowhere') return { text: texts.drop.nowhere, isRefused: true };
  return { text: hover === 'add' ? texts.drop.add : texts.drop.here(hover.name), isRefused: false };
}

/** The setup checks the folder, and says why if it can't be synced. */
function addFolder(bridge: TandemBridge, { files }: DataTransfer): void {
  const path = [...files].map((file) => bridge.pathOf(file)).find((known) => known !== null);
  if (path === undefined) return;
  keepText('welcome.folder', path);
  window.location.hash = hrefOf('welcome', { add: 'folder' });
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

/** The type of every drag that begins in a window of Tandem. A dragged picture carries its file too. */
const OWN = 'application/x-tandem-own';

const markOwn = ({ dataTransfer }: DragEvent): void => dataTransfer?.setData(OWN, '1');

function carriesFiles({ dataTransfer }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  return types.includes('Files') && !types.includes(OWN);
}

/** Dialogs and menus are drawn beside the page, and one that is modal covers it. */
const isOnPage = (at: EventTarget | null): boolean =>
  at instanceof Node && document.getElementById('window')?.contains(at) === true;

/** Null: the folder takes no uploads. */
const placeOf = ({ folderId, name, mayAdd, adds }: DropTarget): Place | null =>
  adds ? 'add' : mayAdd ? { folderId, name } : null;
