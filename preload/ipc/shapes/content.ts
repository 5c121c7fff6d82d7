/**
 * URLs of file contents for pages of the window: below the page's origin, with the same paths on every host. Contents bypass the command table and
 * are streamed in ranges, so neither side holds a whole file in memory.
 */
export type WantedContent = {
  readonly fileId: string;
  /** An earlier version; default: the current one. */
  readonly version?: string;
  /** For a file behind a shared link: the visit from `link.visit`. */
  readonly visit?: string;
};

/** `download` saves the content as a file, `preview` shows it in the window. */
export type ContentUse = 'download' | 'preview';

/** Path of a content below the page's origin. */
export function contentPath(use: ContentUse, { fileId, version, visit }: WantedContent): string {
  const query = new URLSearchParams({
    ...(version === undefined ? {} : { version }),
    ...(visit === undefined ? {} : { visit }),
  }).toString();
  return `/content/${use}/${encodeURIComponent(fileId)}${query === '' ? '' : `?${query}`}`;
}

/** Path of a thumbnail; `sha1` identifies the content, so that new content has a new path. */
export const thumbnailPath = (fileId: string, sha1: string): string =>
  `/content/thumbnail/${encodeURIComponent(fileId)}/${encodeURIComponent(sha1)}`;

/** Thumbnail requests in flight at once, in a page and in its host. */
export const THUMBNAILS_AT_ONCE = 6;

/** Path of an archive prepared by `archive.gather`. It works once. */
export const archivePath = (archive: string): string => `/content/archive/${encodeURIComponent(archive)}`;

/** How a content is shown. The page draws text itself, so markup in a file never runs. */
export type PreviewKind = 'image' | 'text' | 'pdf' | 'audio' | 'video';

export type Preview = { readonly kind: PreviewKind; readonly contentType: string };

/** Size limits for previews in bytes. A longer text is cut; audio and video are streamed while they play. */
export const previewLimits: Readonly<Record<PreviewKind, number>> = {
  image: 50_000_000,
  text: 262_144,
  pdf: 100_000_000,
  audio: Number.MAX_SAFE_INTEGER,
  video: Number.MAX_SAFE_INTEGER,
};

const types: Readonly<Record<string, Preview>> = {
  ...kindOf('image', {
    apng: 'image/apng',
    avif: 'image/avif',
    bmp: 'image/bmp',
    gif: 'image/gif',
    ico: 'image/x-icon',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    svg: 'image/svg+xml',
    webp: 'image/webp',
  }),
  ...kindOf('audio', {
    aac: 'audio/aac',
    flac: 'audio/flac',
    m4a: 'audio/mp4',
    mp3: 'audio/mpeg',
    oga: 'audio/ogg',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
    wav: 'audio/wav',
  }),
  ...kindOf('video', {
    m4v: 'video/mp4',
    mov: 'video/quicktime',
    mp4: 'video/mp4',
    ogv: 'video/ogg',
    webm: 'video/webm',
  }),
  pdf: { kind: 'pdf', contentType: 'application/pdf' },
};

const plain: Preview = { kind: 'text', contentType: 'text/plain; charset=utf-8' };

/** File extensions shown as text: notes, tables, sources, settings. */
const texts: ReadonlySet<string> = new Set(
  (
    'bat c cc cfg cmd conf cpp cs css csv diff env go gradle h hpp htm html ini java js json jsonl jsx kt less log lua ' +
    'markdown md mjs mts patch php pl properties ps1 py r rb rs rst scala scss sh sql srt swift tex toml ts tsv tsx txt ' +
    'vtt vue xml yaml yml'
  ).split(' '),
);

/** File names without an extension that are shown as text. */
const textNames: ReadonlySet<string> = new Set(['dockerfile', 'makefile', 'readme', 'license']);

/** How a file with this name is shown; null: no preview. */
export function previewOf(name: string): Preview | null {
  const dot = name.lastIndexOf('.');
  if (dot === -1) return textNames.has(name.toLowerCase()) ? plain : null;
  const end = name.slice(dot + 1).toLowerCase();
  if (Object.hasOwn(types, end)) return types[end] ?? null;
  return texts.has(end) ? plain : null;
}

function kindOf(kind: PreviewKind, contentTypes: Readonly<Record<string, string>>): Record<string, Preview> {
  return Object.fromEntries(
    Object.entries(contentTypes).map(([end, contentType]) => [end, { kind, contentType }] as const),
  );
}

/** Maximum number of items chosen for one archive; folders among them may contain more. */
export const MOST_IN_ARCHIVE = 10_000;
