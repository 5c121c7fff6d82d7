import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { thumbnailPath } from '../../../../preload/ipc/shapes/content.ts';
import { fileType } from '../../../parts/files/file-type.ts';
import { ask, useBridge } from '../../../state/bridge/bridge.ts';
import { useSession } from '../../../state/bridge/session.ts';
import { type Item, nameOf } from '../../../state/items/item.ts';

/** The path of an item's thumbnail on the host; null: of its kind there are none. An SVG is a program, and the service draws none of those. */
export function thumbnailOf(item: Item): string | null {
  if (item.type !== 'file' || item.sha1 === undefined) return null;
  const isPicture = fileType(nameOf(item)) === 'image' && !/\.svg$/i.test(nameOf(item));
  return isPicture ? thumbnailPath(item.id, item.sha1) : null;
}

/** How long a signed URL is reused, in milliseconds. */
const FRESH_MS = 30_000;

/** The thumbnail at a path of the host, or `fallback` until it is there, and if there is none. */
export function Thumbnail({ path, fallback }: { path: string; fallback: ReactNode }): ReactNode {
  const bridge = useBridge();
  const [isBroken, setBroken] = useState(false);
  const { isOn, watch, end } = useTurn();
  const { data: address, isError } = useQuery({
    queryKey: ['window.address', path],
    queryFn: () => ask(bridge, 'window.address', { path }),
    enabled: isOn,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
  useEffect(() => {
    if (isError) end();
  }, [isError, end]);
  if (isBroken || !isOn || address === undefined) return fallback;
  return (
    <img
      ref={watch}
      src={address.path}
      alt=""
      decoding="async"
      // The tile is dragged, not its picture, which the window would take for a file from the desktop.
      draggable={false}
      // Files without a thumbnail show the icon of their kind.
      onError={() => setBroken(true)}
      className="size-full object-cover"
    />
  );
}

/** The turn of one thumbnail among those that load: pictures that were scrolled away before they began are never requested. */
function useTurn() {
  const { thumbnails } = useSession();
  const [isOn, setOn] = useState(false);
  const free = useRef(() => {});
  const isLoading = useRef(false);
  useEffect(() => {
    const end = thumbnails.take(() => setOn(true));
    free.current = end;
    return () => {
      // The browser finishes the requests it has begun.
      if (!isLoading.current) end();
    };
  }, [thumbnails]);
  const end = useCallback((): void => free.current(), []);
  /** Ends the turn with the request of the image, also after the tile has gone. */
  const watch = useCallback(
    (image: HTMLImageElement | null): void => {
      if (image === null || isLoading.current) return;
      isLoading.current = true;
      image.addEventListener('load', end);
      image.addEventListener('error', end);
    },
    [end],
  );
  return { isOn, watch, end };
}
