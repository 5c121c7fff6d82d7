/**
 * Where a page of the window gets the bytes of a file on the service: below its own origin, at the same paths on every host. Bytes
 * go beside the table of commands, streamed and in ranges, so that neither side holds a file whole.
 */
export type WantedContent = {
  readonly fileId: string;
  /** An earlier version; left out: the current one. */
  readonly version?: string;
  /** Of a file that a shared link leads to: the visit that `link.visit` gave. */
  readonly visit?: string;
};

/** `download` is kept as a file, `preview` is shown in the window. */
export type ContentUse = 'download' | 'preview';

/** The path of the bytes, below the origin of the page. */
export function contentPath(use: ContentUse, { fileId, version, visit }: WantedContent): string {
  const query = new URLSearchParams({
    ...(version === undefined ? {} : { version }),
    ...(visit === undefined ? {} : { visit }),
  }).toString();
  return `/content/${use}/${encodeURIComponent(fileId)}${query === '' ? '' : `?${query}`}`;
}

/** The path of a small picture of a file; `sha1` names the content, so that another content has another path. */
export const thumbnailPath = (fileId: string, sha1: string): string =>
  `/content/thumbnail/${encodeURIComponent(fileId)}/${encodeURIComponent(sha1)}`;

/** Requests for small pictures that are under way at a time, in a page and in its host. */
export const THUMBNAILS_AT_ONCE = 6;

/** The path of an archive that `archive.gather` has made ready: it opens once. */
export const archivePath = (archive: string): string => `/content/archive/${encodeURIComponent(archive)}`;

/** The path of a person's picture; an answer without content means that there is none. */
export const avatarPath = (userId: string): string => `/content/avatar/${encodeURIComponent(userId)}`;

/** How a content is shown. A text is read and drawn by the page, whatever it is the source of: no markup of a file is ever run. */
export type PreviewKind = 'image' | 'text' | 'pdf' | 'audio' | 'video';

export type Preview = { readonly kind: PreviewKind; readonly contentType: string };

/** Bytes up to which a content is shown; a text is shown up to here and cut, a film or a sound is read as it is played. */
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

/** What is read as text, by the end of the name: notes, tables, sources, settings. */
const texts: ReadonlySet<string> = new Set(
  (
    'bat c cc cfg cmd conf cpp cs css csv diff env go gradle h hpp htm html ini java js json jsonl jsx kt less log lua ' +
    'markdown md mjs mts patch php pl properties ps1 py r rb rs rst scala scss sh sql srt swift tex toml ts tsv tsx txt ' +
    'vtt vue xml yaml yml'
  ).split(' '),
);

/** Files that are called so, without an end. */
const textNames: ReadonlySet<string> = new Set(['dockerfile', 'makefile', 'readme', 'license']);

/** How a file of this name is shown; null: it is not. */
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
