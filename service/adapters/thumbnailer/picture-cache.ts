/** Maximum bytes of cached pictures: about 2,000 of them. */
const MOST_BYTES = 24_000_000;

/** The size of an entry without a picture, for content that cannot be drawn. */
const ENTRY_BYTES = 200;

/** A least-recently-used cache of pictures by key. Null: the content cannot be drawn. */
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
