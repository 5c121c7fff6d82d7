/** What a camera wrote into a picture. Null: the picture does not say it, or nothing that makes sense. */
export type CameraData = {
  readonly camera: string | null;
  readonly lens: string | null;
  readonly seconds: number | null;
  readonly aperture: number | null;
  readonly focalMm: number | null;
  readonly iso: number | null;
  readonly takenAtMs: number | null;
  /** Coordinates are in the picture. They are not shown. */
  readonly hasLocation: boolean;
};

const tagNames = [
  'Make',
  'Model',
  'LensModel',
  'ExposureTime',
  'FNumber',
  'FocalLength',
  'ISOSpeedRatings',
  'DateTimeOriginal',
  'GPSLatitude',
] as const;

type Tags = { readonly [Name in (typeof tagNames)[number]]?: { readonly value?: unknown } | undefined };

/** More of a text is not shown. */
const MAX_LENGTH = 80;

/** Reads the EXIF block at the start of a picture. Its bytes come from anyone: a malformed block reads as none, and each value is checked. */
export async function cameraDataIn(start: ArrayBuffer): Promise<CameraData | null> {
  const { load } = await import('exifreader');
  try {
    return checked(load(start, { includeTags: { exif: [...tagNames] } }));
  } catch {
    return null;
  }
}

function checked(tags: Tags): CameraData | null {
  const data: CameraData = {
    camera: cameraOf(textOf(tags.Make?.value), textOf(tags.Model?.value)),
    lens: textOf(tags.LensModel?.value),
    seconds: numberOf(tags.ExposureTime?.value, 86_400),
    aperture: numberOf(tags.FNumber?.value, 1_000),
    focalMm: numberOf(tags.FocalLength?.value, 100_000),
    iso: numberOf(tags.ISOSpeedRatings?.value, 10_000_000),
    takenAtMs: momentOf(textOf(tags.DateTimeOriginal?.value)),
    hasLocation: tags.GPSLatitude !== undefined && partsOf(tags.GPSLatitude.value)[0] !== FAULTY,
  };
  return Object.values(data).some((value) => value !== null && value !== false) ? data : null;
}

/** Many models begin with their make. */
function cameraOf(make: string | null, model: string | null): string | null {
  if (make === null || model === null) return model ?? make;
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
}

const partsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The library’s mark for a value outside the block. */
const FAULTY = '<faulty value>';

function textOf(value: unknown): string | null {
  const [text] = partsOf(value);
  if (typeof text !== 'string' || text === FAULTY) return null;
  // Control and formatting characters could make a text look like another.
  const clean = [...text.replace(/\p{C}+/gu, ' ').trim()].slice(0, MAX_LENGTH).join('');
  return clean === '' ? null : clean;
}

/** A number, or a fraction as numerator and denominator. */
function numberOf(value: unknown, most: number): number | null {
  const [above, below = 1] = partsOf(value);
  if (typeof above !== 'number' || typeof below !== 'number') return null;
  const number = above / below;
  return number > 0 && number <= most ? number : null;
}

/** Cameras write the time of their own clock, without a zone: `2026:11:18 16:20:05`. */
function momentOf(text: string | null): number | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d)/
    .exec(text ?? '')
    ?.slice(1)
    .map(Number);
  if (parts === undefined) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts;
  const at = new Date(year, month - 1, day, hour, minute);
  const isReal = at.getFullYear() === year && at.getMonth() === month - 1 && at.getDate() === day && hour < 24;
  return isReal ? at.getTime() : null;
}
