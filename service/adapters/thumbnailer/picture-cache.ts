/** Bytes of pictures that are kept: about 2,000 of them. */
const MOST_BYTES = 24_000_000;

/** An entry without a picture, that of a content which cannot be drawn, counts as so many bytes. */
const ENTRY_BYTES = 200;

/** Pictures by key; the one that was asked for longest ago goes first. Null: there is no picture. */
export interface PictureCache {
  get(key: string): Uint8Array | null | undefined;
  put(key: string, picture: Uint8Array | null): void;
}

export function createPictureCache(mostBytes = MOST_BYTES): PictureCache {
  const pictures = new Map<string, Uint8Array | null>();
  let bytes = 0;
  const take = (key: string): Uint8Array | null | undefined => {
    const picture = pictures.get(key);
    if (pictures.delete(key)) bytes -= sizeOf(picture ?? null);
    return picture;
  };
  const put = (key: string, picture: Uint8Array | null): void => {
    take(key);
    pictures.set(key, picture);
    bytes += sizeOf(picture);
    for (const oldest of pictures.keys()) {
      if (bytes <= mostBytes) return;
      take(oldest);
    }
  };
  return {
    put,
    get(key) {
      const picture = take(key);
      if (picture !== undefined) put(key, picture);
      return picture;
    },
  };
}

const sizeOf = (picture: Uint8Array | null): number => ENTRY_BYTES + (picture?.byteLength ?? 0);
