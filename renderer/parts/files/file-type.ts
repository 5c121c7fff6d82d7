export type FileType =
  | 'folder'
  | 'shared'
  | 'doc'
  | 'sheet'
  | 'slide'
  | 'pdf'
  | 'image'
  | 'video'
  | 'audio'
  | 'zip'
  | 'code'
  | 'cad'
  | 'text';

const EXTENSIONS: readonly (readonly [FileType, string])[] = [
  ['doc', 'doc docx docm dot dotx odt rtf pages boxnote gdoc'],
  ['sheet', 'xls xlsx xlsm xlsb csv tsv ods numbers gsheet'],
  ['slide', 'ppt pptx pptm pps ppsx odp key gslides'],
  ['pdf', 'pdf'],
  ['image', 'jpg jpeg png gif webp avif heic heif bmp tif tiff svg ico psd ai eps raw cr2 nef arw dng'],
  ['video', 'mp4 mov m4v avi mkv webm mpg mpeg wmv flv'],
  ['audio', 'mp3 m4a wav flac aac ogg oga opus aif aiff wma'],
  ['zip', 'zip tar gz tgz bz2 xz zst 7z rar jar dmg iso'],
  [
    'code',
    'js mjs cjs ts tsx jsx json jsonl html htm css scss xml yml yaml toml ini sh bash zsh ps1 py rb go rs java kt c h cc cpp hpp cs php swift sql lua r vue',
  ],
  ['cad', 'dwg dxf dgn rvt ifc step stp iges igs stl skp 3dm sldprt sldasm'],
];

const types: ReadonlyMap<string, FileType> = new Map(
  EXTENSIONS.flatMap(([type, extensions]) => extensions.split(' ').map((extension) => [extension, type] as const)),
);

/** By the extension of the name; a name without a known one is a note. */
export function fileType(name: string): FileType {
  const dot = name.lastIndexOf('.');
  return (dot < 0 ? undefined : types.get(name.slice(dot + 1).toLowerCase())) ?? 'text';
}
