import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { thumbnailPath } from '../../../../preload/ipc/shapes/content.ts';
import { fileType } from '../../../parts/files/file-type.ts';
import { ask, useBridge } from '../../../state/bridge/bridge.ts';
import { useSession } from '../../../state/bridge/session.ts';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { useLaterThumbnail } from './use-later-thumbnail.ts';

type Drawn = 'picture' | 'page';

/** How the service draws an item; null: it has no thumbnail. An SVG is a program, and the service draws none of those. */
function drawnAs(item: Item): Drawn | null {
  const type = fileType(nameOf(item));
  if (type === 'pdf') return 'page';
  return type === 'image' && !/\.svg$/i.test(nameOf(item)) ? 'picture' : null;
}

/** The thumbnail of a picture or of a document's first page, or `fallback` until it is there, and if there is none. */
export function Thumbnail({ item, fallback, isWhole = false }: ThumbnailProps): ReactNode {
  const drawn = drawnAs(item);
  if (item.type !== 'file' || item.sha1 === undefined || drawn === null) return fallback;
  const path = thumbnailPath(item.id, item.sha1);
  return <Retried key={path} path={path} shape={isWhole ? 'whole' : drawn} fallback={fallback} />;
}

/** How long a signed URL is kept for a tile that may come back, in milliseconds. */
const KEPT_MS = 30_000;

type ThumbnailProps = {
  readonly item: Item;
  readonly fallback: ReactNode;
  /** In its own size, where there is no tile to fill. */
  readonly isWhole?: boolean;
};

type Shape = Drawn | 'whole';

/** A page lies on its tile as a sheet, of which the lower edge is cut off. */
const shapes: Readonly<Record<Shape, string>> = {
  picture: 'size-full object-cover',
  page: 'absolute inset-x-0 top-[12%] mx-auto h-[125%] w-auto max-w-3/4 object-contain object-top shadow-float',
  whole: 'max-w-full rounded-control shadow-float',
};

type PictureProps = Pick<ThumbnailProps, 'fallback'> & { readonly path: string; readonly shape: Shape };

/** Loads the picture again while the service is still drawing it. */
function Retried(props: PictureProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt(attempt + 1), [attempt]);
  return <Loaded key={attempt} {...props} attempt={attempt} retry={retry} />;
}

function Loaded({
  path,
  shape,
  fallback,
  attempt,
  retry,
}: PictureProps & { readonly attempt: number; readonly retry: () => void }): ReactNode {
  const bridge = useBridge();
  /** The address of the picture that did not load. */
  const [broken, setBroken] = useState<string | null>(null);
  /** The same, unless it has expired. */
  const [undrawn, setUndrawn] = useState<string | null>(null);
  useLaterThumbnail(undrawn, attempt, retry);
  const isRenewed = useRef(false);
  const { isOn, watch, end } = useTurn();
  const {
    data: address,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['window.address', path],
    queryFn: () => ask(bridge, 'window.address', { path }),
    enabled: isOn,
    // A new one would load the picture again, and out of turn.
    staleTime: 'static',
    gcTime: KEPT_MS,
  });
  useEffect(() => {
    if (isError) end();
  }, [isError, end]);
  if (!isOn || address === undefined || address.path === broken) return fallback;
  const onError = (): void => {
    setBroken(address.path);
    const isExpired = address.expiresAtMs !== undefined && address.expiresAtMs < Date.now();
    if (!isExpired) return setUndrawn(address.path);
    if (isRenewed.current) return;
    // A list that was open for long loads a picture again, and by then its address has expired.
    isRenewed.current = true;
    void refetch();
  };
  const image = (
    <img
      ref={watch}
      src={address.path}
      alt=""
      decoding="async"
      // The tile is dragged, not its picture, which the window would take for a file from the desktop.
      draggable={false}
      // Files without a thumbnail show the icon of their kind.
      onError={onError}
      className={shapes[shape]}
    />
  );
  return shape === 'page' ? <span className="relative size-full overflow-hidden bg-side">{image}</span> : image;
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
