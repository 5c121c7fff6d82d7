import { extname } from 'node:path';

/** Kinds of files that a program shows or edits: no programs, scripts, pages or links. Office programs ask before they run a macro. */
const DOCUMENTS: ReadonlySet<string> = new Set(
  [
    'pdf txt md csv rtf epub odt ods odp odg docx xlsx pptx doc xls ppt pages numbers key',
    'png jpg jpeg gif webp heic avif bmp tif tiff psd ai indd sketch fig',
    'mp3 m4a wav flac ogg opus aac mp4 mov m4v mkv webm avi',
    'dwg dxf skp ifc rvt 3dm step stl zip',
  ].flatMap((line) => line.split(' ')),
);

/** True if opening it with its program only shows it. Synced files come from others, so everything unknown counts as able to run. */
export const isDocument = (path: string): boolean => DOCUMENTS.has(extname(path).slice(1).toLowerCase());
